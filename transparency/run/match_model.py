"""The match model in force: the one of the setting MATCH_MODEL, or the one that comes with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from transparency.called import called
from transparency.classify.confidence import MatchModel
from transparency.items import UserError

OFF = "off"


def match_model(named: str | None = None) -> MatchModel | None:
    """The model of a file, the packaged one where none is named, none for ``off``. UserError when it cannot be read."""
    if named == OFF:
        return None
    try:
        if named:
            return MatchModel.from_json(Path(named).read_text(encoding="utf-8"))
        packaged = files("transparency.classify").joinpath("confidence.json")
        return MatchModel.from_json(packaged.read_text(encoding="utf-8")) if packaged.is_file() else None
    except OSError as error:
        raise UserError(f"O modelo {named} não pôde ser lido: {error.strerror}.", _MEND) from None
    except ValueError:
        raise UserError(f"{named} não é um modelo de {called()} train desta versão.", _MEND) from None


_MEND = f"Confira MATCH_MODEL, ou deixe sem modelo: -s MATCH_MODEL={OFF}"
