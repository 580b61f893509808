"""Rows of texts from spreadsheets, CSV and HTML under a spreadsheet's name, read only as far as they are looked at."""

from __future__ import annotations

import csv
import datetime
import json
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO, StringIO
from typing import IO, Any

from lxml import etree

from transparency.extract import dom
from transparency.extract.documents.layout import MAX_COLUMNS, Row, row_of
from transparency.extract.documents.limits import DocumentLimits, DocumentProblem
from transparency.text import identifier_words

DELIMITERS = ";\t,|"
MAX_TEXT_READ = 4_000_000
"""Bytes of a file of text: far more than the rows that are looked at."""
MAX_PART = 30_000_000
"""Bytes of a part of a workbook that is read as a whole."""
MAX_ROWS = 300_000
"""Rows that are passed over to come to the next sheet."""
MAX_ROW, MAX_READ, MAX_STRINGS = 4_000_000, 200_000_000, 40_000_000
"""Bytes of one row, of all that is read of a sheet, and of the strings of a workbook, when they are unpacked."""
TOO_LARGE = "o arquivo, descompactado, é grande demais"
_CENTS = re.compile(r"[0#]\.00(?![0-9#?])|R\$|\[\$")
_GENERIC = re.compile(r"(?:plan|planilha|sheet|tabela|table|página|page)?[ _]*\d*$", re.I)
_STREAMED = re.compile(r"sharedStrings|/worksheets/|/media/|/drawings/|/pivotCache|vbaProject|/externalLinks/", re.I)
_ACCENTED = frozenset("áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇºª°§–—“”‘’•…€")
warnings.filterwarnings("ignore", module="openpyxl")  # it warns of every extension it does not know
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_SS = "{urn:schemas-microsoft-com:office:spreadsheet}"


@dataclass(frozen=True)
class Sheet:
    """A sheet's name ("" when it says nothing) and its first rows."""

    name: str
    rows: list[Row]


Value = str | float | bool | datetime.date | datetime.time | datetime.timedelta | None


# ---------------------------------------------------------------- text


def decode(body: bytes) -> str:
    """The text of a file of unknown encoding. Brazilian exports are UTF-8, UTF-16 with a mark, Windows-1252 or, from DOS, 850."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", "replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start > len(body) - 4 and error.reason == "unexpected end of data":
            return body[: error.start].decode("utf-8-sig")
    candidates = [body.decode(name, "replace") for name in ("cp1252", "cp850", "mac_roman")]
    return max(candidates, key=lambda text: _likely(text[:200_000]))


def _likely(text: str) -> float:
    """The share of its characters outside ASCII that Portuguese uses, in the case of the letters beside them."""
    foreign = [i for i, c in enumerate(text) if c > "\x7f"]
    good = sum(
        text[i] in _ACCENTED and not (i and text[i - 1].islower() and text[i].isupper() and text[i].isalpha())
        for i in foreign
    )
    return good / max(1, len(foreign))


def read_csv(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """The rows of a CSV. The delimiter is the one that cuts most lines into equally many parts."""
    text = decode(body if limits.whole else body[:MAX_TEXT_READ])
    first = text[:200].split("\n", 1)[0].strip()
    if re.fullmatch(r"sep=[^\w\s]", first, re.I):
        delimiters, text = first[-1], text.split("\n", 1)[-1]
    else:
        delimiters = DELIMITERS
    best: list[list[str]] = []
    best_score = 0.0
    for delimiter in delimiters:
        rows = _csv_rows(text, delimiter, limits)
        counts = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
        wide = [(number * width, number, width) for width, number in counts.items() if width > 1]
        if not wide:
            continue
        _, number, width = max(wide)
        score = number / sum(counts.values()) * min(width, 6)
        if score > best_score * 1.05:
            best, best_score = rows, score
    return [Sheet("", [row_of(row, limits.whole) for row in best])]


def _csv_rows(text: str, delimiter: str, limits: DocumentLimits) -> list[list[str]]:
    """The first rows; a quote that is never closed is read as a character."""
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
        rows: list[list[str]] = []
        try:
            for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter, quoting=quoting):
                rows.append(row[:MAX_COLUMNS])
                if len(rows) == limits.scanned:
                    break
        except csv.Error:
            continue
        if not any(len(cell) > 5000 for row in rows for cell in row):
            return rows
    return []


# ---------------------------------------------------------------- values


def brazilian(number: float, decimals: int) -> str:
    """``1234.5`` with two decimals → ``"1.234,50"``."""
    return f"{number:,.{decimals}f}".translate(str.maketrans(",.", ".,"))


def _texts(rows: Iterable[Sequence[tuple[Value, str]]], whole: bool) -> list[Row]:
    """Values with their number formats as a person would see them."""
    kept = [list(row)[:MAX_COLUMNS] for row in rows]
    # In a column without formats, one value with cents says that all are amounts.
    cents = {
        i
        for row in kept
        for i, (value, _) in enumerate(row)
        if isinstance(value, float) and not value.is_integer() and abs(value * 100 - round(value * 100)) < 1e-4
    }
    return [row_of((_text(value, code, i in cents) for i, (value, code) in enumerate(row)), whole) for row in kept]


def _text(value: Value, code: str, cents: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "Sim" if value else "Não"
    if isinstance(value, datetime.datetime):
        return value.strftime("%d/%m/%Y" if value.time() == datetime.time() else "%d/%m/%Y %H:%M")
    if isinstance(value, datetime.date):
        return value.strftime("%d/%m/%Y")
    if not isinstance(value, int | float):
        return str(value)
    number = float(value)
    if number != number or abs(number) > 1e15:
        return str(value)
    if "%" in code:
        return f"{brazilian(number * 100, 2)}%"
    if _CENTS.search(code) or (cents and code in ("", "General")):
        return brazilian(number, 2)
    return str(int(number)) if number.is_integer() else f"{number:.6f}".rstrip("0").replace(".", ",")


def _name(name: str) -> str:
    return "" if _GENERIC.fullmatch(name.strip()) else name.strip()


# ---------------------------------------------------------------- spreadsheets


def check_archive(body: bytes, limits: DocumentLimits) -> list[str]:
    """The members of a ZIP file, when what they say they grow to is bearable."""
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise DocumentProblem("o arquivo está corrompido ou incompleto") from error
    if len(members) > 5000 or sum(m.file_size for m in members) > limits.inflated:
        raise DocumentProblem(TOO_LARGE)
    if any(
        m.file_size > MAX_PART for m in members if m.filename.startswith("xl/") and not _STREAMED.search(m.filename)
    ):
        raise DocumentProblem(TOO_LARGE)
    if any(m.flag_bits & 1 for m in members):
        raise DocumentProblem("o arquivo é protegido por senha")
    return [m.filename for m in members]


class _Metered:
    """A part of a file while it is read: what grows without measure ends in a reason before it fills the memory, which holds a
    row at a time."""

    def __init__(self, source: IO[bytes], most: int = MAX_READ) -> None:
        self._source = source
        self._left = most
        self._of_row = MAX_ROW

    def read(self, size: int = -1) -> bytes:
        data = self._source.read(size)
        self._left -= len(data)
        self._of_row -= len(data)
        if min(self._left, self._of_row) < 0:
            raise DocumentProblem(TOO_LARGE)
        return data

    def next_row(self) -> None:
        """What was read until now is let go."""
        self._of_row = MAX_ROW

    def close(self) -> None:
        self._source.close()

    def __enter__(self) -> _Metered:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _LazyStrings:
    """The shared strings of a workbook, read as far as they are asked for: a payroll has hundreds of thousands."""

    def __init__(self, source: IO[bytes]) -> None:
        self._strings: list[str] = []
        self._source = _Metered(source, MAX_STRINGS)
        self._nodes = etree.iterparse(self._source, tag="{*}si", resolve_entities=False)

    def __getitem__(self, index: int) -> str:
        while len(self._strings) <= index:
            self._source.next_row()
            _, node = next(self._nodes, (None, None))
            if node is None:
                return ""
            # Phonetic readings (rPh) are no part of the text.
            self._strings.append("".join(t.text or "" for t in node.iter("{*}t") if t.getparent().tag[-3:] != "rPh"))
            _forget(node)
        return self._strings[index]


def _first_rows(sheet: Any, most: int) -> Iterator[list[tuple[Value, str]]]:
    """The first rows of a sheet, each let go when the next one is read."""
    for row in sheet.iter_rows(max_row=most, max_col=MAX_COLUMNS):
        sheet.metered.next_row()
        yield [(c.value, getattr(c, "number_format", "") or "") for c in row]


def read_xlsx(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """Sheets of a modern Excel workbook that are shown."""
    excel: Any = import_module("openpyxl.reader.excel")

    class FirstRows(excel.ReadOnlyWorksheet):
        def _get_size(self) -> None:
            """Not asked for: where a writer left the size out, the whole sheet would be read to find it."""

        def _get_source(self) -> _Metered:
            self.metered = _Metered(super()._get_source())
            return self.metered

    class Reader(excel.ExcelReader):
        def read_strings(self) -> None:
            part = self.package.find(excel.SHARED_STRINGS)
            self.shared_strings: Any = _LazyStrings(self.archive.open(part.PartName[1:])) if part is not None else []

        def read_worksheets(self) -> None:
            for sheet, relation in self.parser.find_sheets():
                if relation.target in self.valid_files and relation.Type.endswith("/worksheet"):
                    made = FirstRows(self.wb, sheet.name, relation.target, self.shared_strings)
                    made.sheet_state = sheet.state
                    self.wb._sheets.append(made)

    check_archive(body, limits)
    reader = Reader(BytesIO(body), read_only=True, data_only=True, keep_links=False)
    reader.read()
    found: list[Sheet] = []
    for sheet in reader.wb.worksheets:
        if sheet.sheet_state == "visible" and len(found) < limits.sheets:
            found.append(Sheet(_name(sheet.title), _texts(_first_rows(sheet, limits.scanned), limits.whole)))
    return found


def read_xls(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """Sheets of an old Excel workbook that are shown."""
    import xlrd

    if "EncryptedPackage".encode("utf-16-le") in body:
        raise DocumentProblem("a planilha é protegida por senha")
    if "WordDocument".encode("utf-16-le") in body:
        raise DocumentProblem("é um documento de texto (Word), que não é lido")
    try:
        book = xlrd.open_workbook(
            file_contents=body, logfile=StringIO(), on_demand=True, ragged_rows=True, formatting_info=True
        )
    except xlrd.XLRDError as error:
        if "encrypted" in str(error).lower():
            raise DocumentProblem("a planilha é protegida por senha") from error
        raise
    found: list[Sheet] = []
    for number in range(book.nsheets):
        if len(found) == limits.sheets:
            break
        sheet = book.sheet_by_index(number)
        if sheet.visibility == 0:
            rows = [
                [_xls_value(cell, book) for cell in sheet.row(i)[:MAX_COLUMNS]]
                for i in range(min(sheet.nrows, limits.scanned))
            ]
            found.append(Sheet(_name(sheet.name), _texts(rows, limits.whole)))
        book.unload_sheet(number)
    return found


def _xls_value(cell: Any, book: Any) -> tuple[Value, str]:
    import xlrd

    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK, xlrd.XL_CELL_ERROR):
        return None, ""
    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            return xlrd.xldate_as_datetime(cell.value, book.datemode), ""
        except (ValueError, OverflowError):
            return str(cell.value), ""
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return bool(cell.value), ""
    code = ""
    if cell.ctype == xlrd.XL_CELL_NUMBER and cell.xf_index is not None and cell.xf_index < len(book.xf_list):
        known = book.format_map.get(book.xf_list[cell.xf_index].format_key)
        code = known.format_str if known else ""
    return cell.value, code


def read_ods(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """Sheets of an OpenDocument spreadsheet, cells as they are displayed. Repeated blanks cost nothing."""
    members = check_archive(body, limits)
    if "content.xml" not in members:
        raise DocumentProblem("o arquivo está corrompido ou incompleto")
    with zipfile.ZipFile(BytesIO(body)) as archive:
        if _MANIFEST in members:
            _refuse_encrypted(archive)
        with archive.open("content.xml") as content:
            return _ods_sheets(content, limits)


_MANIFEST = "META-INF/manifest.xml"


def _refuse_encrypted(archive: zipfile.ZipFile) -> None:
    with archive.open(_MANIFEST) as manifest:
        if b"encryption-data" in manifest.read(1_000_000):
            raise DocumentProblem("a planilha é protegida por senha")


def _ods_sheets(content: IO[bytes], limits: DocumentLimits) -> list[Sheet]:
    """Sheets are read row by row; what was read of a row is let go."""
    found: list[Sheet] = []
    rows: list[Row] = []
    passed = 0
    table, line = f"{_TABLE}table", f"{_TABLE}table-row"
    metered = _Metered(content)
    for event, node in etree.iterparse(metered, events=("start", "end"), tag=(table, line), resolve_entities=False):
        if node.tag == table and event == "start":
            if len(found) == limits.sheets:
                break
            rows = []
            found.append(Sheet(_name(node.get(f"{_TABLE}name") or ""), rows))
        elif node.tag == line and event == "end":
            passed += 1
            if passed > MAX_ROWS:
                break
            if len(rows) < limits.scanned:
                row = row_of(_ods_cells(node), limits.whole)
                most = (limits.scanned - len(rows) if limits.whole else 3) if row else 1
                rows += [row] * min(int(node.get(f"{_TABLE}number-rows-repeated") or 1), most)
            _forget(node)
            metered.next_row()
    return found


def _forget(node: Any) -> None:
    """Free a node, and those before it."""
    node.clear()
    while node.getprevious() is not None:
        del node.getparent()[0]


def _ods_cells(row: Any) -> Iterator[str]:
    given = 0
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        text = " ".join("".join(p.itertext()) for p in cell.iter(f"{_TEXT}p"))
        text = text or cell.get(f"{_OFFICE}date-value") or cell.get(f"{_OFFICE}value") or ""
        for _ in range(min(int(cell.get(f"{_TABLE}number-columns-repeated") or 1), MAX_COLUMNS)):
            yield text
            given += 1
            if given == MAX_COLUMNS:
                return


# ---------------------------------------------------------------- markup under a spreadsheet's name


def read_html(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """Tables of a page, which many portals send as ``.xls``; the words between them as rows of their own."""
    root = dom.parse(decode(body[:MAX_TEXT_READ]))
    rows: list[Row] = []
    for element in root.iter("h1", "h2", "h3", "h4", "caption", "p", "tr", "table"):
        if len(rows) >= limits.scanned:
            break
        if element.tag == "table":
            rows.append({})
        elif element.tag == "tr":
            rows.append(_html_row(element, limits.whole))
        elif next(element.iterancestors("tr"), None) is None:
            rows.append(row_of([dom.text(element)], limits.whole))
    return [Sheet("", rows)]


def _html_row(row: Any, whole: bool) -> Row:
    texts: list[str] = []
    for cell in row:
        if cell.tag in ("td", "th"):
            span = cell.get("colspan") or "1"
            blanks = min(int(span), MAX_COLUMNS) - 1 if span.isdecimal() else 0
            texts += [dom.text(cell), *[""] * blanks]
    return row_of(texts, whole)


def read_xml(body: bytes, limits: DocumentLimits) -> list[Sheet]:
    """Sheets of Excel's XML of 2003."""
    names: list[str] = []
    values: list[list[list[tuple[Value, str]]]] = []
    wanted = (f"{_SS}Worksheet", f"{_SS}Row")
    metered = _Metered(BytesIO(body))
    for event, node in etree.iterparse(metered, events=("start", "end"), tag=wanted, resolve_entities=False):
        if node.tag == wanted[0] and event == "start":
            if len(names) == limits.sheets:
                break
            names.append(_name(node.get(f"{_SS}Name") or ""))
            values.append([])
        elif node.tag == wanted[1] and event == "end" and values:
            if len(values[-1]) < limits.scanned:
                values[-1].append(list(_xml_cells(node)))
            _forget(node)
            metered.next_row()
    return [Sheet(name, _texts(rows, limits.whole)) for name, rows in zip(names, values, strict=True)]


def _xml_cells(row: Any) -> Iterator[tuple[Value, str]]:
    position = 0
    for cell in row.iter(f"{_SS}Cell"):
        index = cell.get(f"{_SS}Index") or ""
        skipped = min(int(index) - 1, MAX_COLUMNS) - position if index.isdecimal() else 0
        for _ in range(skipped):
            yield None, ""
        position += max(0, skipped) + 1
        data = cell.find(f"{_SS}Data")
        text = "".join(data.itertext()) if data is not None else ""
        kind = data.get(f"{_SS}Type") if data is not None else ""
        if kind == "Number":
            try:
                yield float(text), ""
                continue
            except ValueError:
                pass
        yield (f"{text[8:10]}/{text[5:7]}/{text[:4]}" if kind == "DateTime" else text), ""


# ---------------------------------------------------------------- JSON


def read_json(body: bytes) -> list[Sheet]:
    """Each list of records in a file of JSON as a sheet: the names of their fields, then the values."""
    try:
        told = json.loads(decode(body))
    except (ValueError, RecursionError) as error:
        raise DocumentProblem("o arquivo está corrompido ou incompleto") from error
    lists = [told] if isinstance(told, list) else [*told.values()] if isinstance(told, dict) else []
    return [_sheet_of(found) for found in lists if isinstance(found, list) and any(isinstance(r, dict) for r in found)]


def _sheet_of(records: Sequence[Any]) -> Sheet:
    """Records as rows; what is no single value stays out."""
    kept = [record for record in records if isinstance(record, dict)]
    names = [*dict.fromkeys(name for record in kept for name in record)][:MAX_COLUMNS]
    single = (str, int, float, bool)
    values = [[(v if isinstance(v := record.get(name), single) else None, "") for name in names] for record in kept]
    return Sheet("", [row_of([" ".join(identifier_words(name)) for name in names], True), *_texts(values, True)])
