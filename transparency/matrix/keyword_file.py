"""Keyword files: YAML whose mistakes are told with file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.resources.abc import Traversable
from itertools import product

import yaml

from transparency.items import UserError
from transparency.text import normalize

_ALTERNATIVES = re.compile(r"\(([^()|]*\|[^()]*)\)")
MOST = 400
"""A term that stands for more is a slip of the pen: each of them is compared with every label."""


def alternatives(text: str) -> list[str]:
    """The terms that one with alternatives in brackets stands for; one of them may be empty.

    >>> alternatives("(setor|órgão) (|que pediu)")
    ['setor', 'setor que pediu', 'órgão', 'órgão que pediu']
    >>> alternatives("servidor(a)")
    ['servidor(a)']
    """
    pieces = _ALTERNATIVES.split(text)
    choices = (piece.split("|") if number % 2 else [piece] for number, piece in enumerate(pieces))
    return [" ".join("".join(chosen).split()) for chosen in product(*choices)]


class KeywordFile:
    """A YAML file as nodes, which know their lines."""

    def __init__(self, path: Traversable) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"Não foi possível ler {path}: {error}.", "O arquivo deve ser texto em UTF-8.") from error
        try:
            root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = f", linha {mark.line + 1}" if mark else ""
            raise UserError(
                f"{path}{where}: YAML inválido ({error.problem}).", "Confira recuo, vírgulas, colchetes e dois-pontos."
            ) from error
        except yaml.YAMLError as error:
            raise UserError(f"{path}: YAML inválido ({error}).", "Confira os caracteres do arquivo.") from error
        if root is None:
            raise UserError(f"{path}: o arquivo está vazio.", "Copie a forma de outro critério.")
        self.root: yaml.Node = root

    def error(self, node: yaml.Node, problem: str, hint: str = "") -> UserError:
        """What is wrong with a node, with file and line."""
        return UserError(f"{self.path}, linha {node.start_mark.line + 1}: {problem}.", hint)

    def mapping(
        self, node: yaml.Node, allowed: Iterable[str] | None = None, required: Iterable[str] = ()
    ) -> dict[str, yaml.Node]:
        """Keys and value nodes of a mapping. ``allowed`` None: any key."""
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, "aqui se espera um mapa (chave: valor)")
        result: dict[str, yaml.Node] = {}
        for key_node, value in node.value:
            key = self.string(key_node)
            if allowed is not None and key not in allowed:
                raise self.error(key_node, f"campo desconhecido: {key}", f"Campos aceitos: {', '.join(allowed)}.")
            if key in result:
                raise self.error(key_node, f"campo repetido: {key}", "Deixe só um.")
            result[key] = value
        for key in required:
            if key not in result:
                raise self.error(node, f"falta o campo {key}")
        return result

    def string(self, node: yaml.Node) -> str:
        """A text that says something."""
        if not isinstance(node, yaml.ScalarNode) or node.tag != "tag:yaml.org,2002:str":
            shown = f" ({node.value})" if isinstance(node, yaml.ScalarNode) else ""
            raise self.error(
                node, f"aqui se espera um texto{shown}", 'Ponha aspas em palavras como "no", "on" e em números.'
            )
        if not node.value.strip():
            raise self.error(node, "texto vazio")
        return str(node.value)

    def number(self, node: yaml.Node) -> int:
        """A whole number."""
        return int(self._digits(node, r"-?\d+", ""))

    def decimal(self, node: yaml.Node) -> float:
        """A number, with or without a decimal point."""
        return float(self._digits(node, r"-?\d+(\.\d+)?", "Decimais levam ponto: 1.5."))

    def _digits(self, node: yaml.Node, form: str, hint: str) -> str:
        quoted = node.tag == "tag:yaml.org,2002:str"
        if not isinstance(node, yaml.ScalarNode) or quoted or not re.fullmatch(form, node.value):
            raise self.error(node, "aqui se espera um número", hint)
        return str(node.value)

    def boolean(self, node: yaml.Node) -> bool:
        """True or false."""
        if not isinstance(node, yaml.ScalarNode) or node.tag != "tag:yaml.org,2002:bool":
            raise self.error(node, "aqui se espera true ou false")
        return str(node.value).lower() in ("true", "yes", "on")

    def strings(self, node: yaml.Node, fold: Callable[[str], str] = normalize) -> tuple[str, ...]:
        """A list of texts, alternatives written out, none twice once folded: what only repeats others is an error."""
        if not isinstance(node, yaml.SequenceNode):
            raise self.error(node, "aqui se espera uma lista", "Escreva [um, dois] ou um por linha com hífen.")
        found: dict[str, str] = {}
        for child in node.value:
            text = self.string(child)
            terms = {fold(term) or term: term for term in self._alternatives(child, text)}
            if found.keys() >= terms.keys():
                known = next(found[key] for key in terms)
                raise self.error(child, f"termo repetido: {text}", f"Sem acentos e pontuação ele é igual a {known!r}.")
            found.update((key, term) for key, term in terms.items() if key not in found)
        return tuple(found.values())

    def _alternatives(self, node: yaml.Node, text: str) -> list[str]:
        """What a text stands for. Raises UserError where its brackets do not match or it says nothing."""
        terms = alternatives(text)
        if len(terms) > MOST:
            raise self.error(node, f"{text} vale por {len(terms)} termos (no máximo {MOST})", "Divida-o em vários.")
        if not all(terms) or any("|" in term for term in terms):
            raise self.error(
                node, f"alternativas mal escritas: {text}", "Escreva (um|dois) três, sem parênteses dentro."
            )
        return terms
