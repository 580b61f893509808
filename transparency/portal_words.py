"""Words of portals in general, whatever the criterion: query forms, refusals, links that say nothing (``keywords/consulta.yaml``)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from transparency.items import UserError
from transparency.judge.obstacle import Kind, Obstacles
from transparency.matrix import keywords_directory
from transparency.walk.forms import QueryWords

FILE = "consulta.yaml"


@dataclass(frozen=True)
class PortalWords:
    """What ``consulta.yaml`` says."""

    query: QueryWords
    obstacles: Obstacles
    generic_links: tuple[str, ...]
    returns: tuple[str, ...]
    downloads: tuple[str, ...]
    wizard: tuple[str, ...]
    fetches: tuple[str, ...]
    file_addresses: tuple[str, ...]
    columns: tuple[str, ...]


def load_portal_words(query_buttons: tuple[str, ...], directory: Path | None = None) -> PortalWords:
    """Read the file of a keyword directory (default: those that come with the program). UserError names what is wrong."""
    path = (directory or keywords_directory()) / FILE
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        kinds = tuple(Kind(name, entry["reason"], tuple(entry["terms"])) for name, entry in data["obstacles"].items())
        return PortalWords(
            QueryWords.from_mapping({**data["query"], "buttons": query_buttons}),
            Obstacles(kinds, tuple(data["closed_session"])),
            tuple(data["generic_links"]),
            tuple(data["returns"]),
            tuple(data["downloads"]),
            tuple(data["wizard"]),
            tuple(data["fetches"]),
            tuple(data["file_addresses"]),
            tuple(data["columns"]),
        )
    except OSError as error:
        raise UserError(
            f"Não foi possível ler {path}: {error.strerror}.", "Copie-o da pasta keywords do programa."
        ) from None
    except yaml.MarkedYAMLError as error:
        line = f", linha {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise UserError(
            f"{path}{line}: YAML inválido ({error.problem}).", "Confira recuo, vírgulas e colchetes."
        ) from None
    except (KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"{path}: falta ou está errado o campo {error}.", "Compare com o arquivo que vem com o programa."
        ) from None
