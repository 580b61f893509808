"""Packaging: what is installed, what travels in the wheel and in the egg that scrapyd receives."""

import re
from pathlib import Path

from setuptools import find_packages, setup

HERE = Path(__file__).parent
VERSION = re.search(r'__version__ = "(.+)"', (HERE / "transparency" / "__init__.py").read_text("utf-8"))[1]

setup(
    name="transparency",
    version=VERSION,
    description="Audita portais da transparência de municípios brasileiros, com provas.",
    license_expression="Apache-2.0",
    license_files=["LICENSE"],
    author="the transparency contributors",
    keywords=["transparência pública", "LAI", "LRF", "scrapy", "auditoria", "municípios"],
    classifiers=[
        "Development Status :: 4 - Beta",
        "Environment :: Console",
        "Framework :: Scrapy",
        "Intended Audience :: Legal Industry",
        "Intended Audience :: Other Audience",
        "Natural Language :: Portuguese (Brazilian)",
        "Operating System :: POSIX :: Linux",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3.11",
        "Topic :: Internet :: WWW/HTTP",
    ],
    python_requires=">=3.11",
    # The matrix lives at the top level, where people look for it, and is installed inside the package.
    packages=[*find_packages(include=["transparency", "transparency.*"]), "transparency.keywords"],
    package_dir={"transparency.keywords": "keywords"},
    package_data={
        "transparency": ["**/*.js", "**/*.html", "**/*.css", "**/*.tmpl", "**/*.json", "**/*.docx"],
        "transparency.portals.catalogue": ["*.csv"],
        "transparency.keywords": ["*.yml", "*.yaml", "*/*.yml"],
    },
    install_requires=[
        "Scrapy>=2.19,<3",
        "scrapy-playwright>=0.0.48,<0.1",
        "playwright>=1.50,<2",
        "lxml>=5.3,<7",
        # What the page script returns, checked while it is decoded.
        "msgspec>=0.20,<0.23",
        "w3lib>=2.2,<3",
        # Which hosts are one vendor's.
        "tldextract>=5.3,<6",
        # Whether a compressed page came whole.
        "brotli>=1.2,<2",
        "RapidFuzz>=3.9,<4",
        "Pillow>=11,<14",
        "PyYAML>=6,<7",
        "psutil>=6,<8",
        "rich>=13.7,<16",
        "Jinja2>=3.1,<4",
        "MarkupSafe>=2.1,<4",
        # Files that portals publish instead of pages: PDF, XLSX, XLS; and telling text from bytes.
        "pdfplumber>=0.11.5,<0.12",
        "pypdfium2>=4.30,<6",
        "openpyxl>=3.1.5,<3.2",
        "xlrd>=2.0.1,<3",
        "binaryornot>=0.6,<0.7",
        # Check digits of CPF and CNPJ, of the CNPJ with letters too.
        "python-stdnum>=2.2,<3",
        # Working days between national holidays, by which limits of the national matrix count.
        "holidays>=0.109,<1",
        # Audits as web archives (WACZ): WARC records.
        "warcio>=1.8,<2",
        # What is new, as Atom feeds.
        "feedgenerator>=2.2,<3",
        # scrapy serve: routes, server, tables over the audits' files, rates, Swagger UI without a CDN.
        "fastapi>=0.115,<1",
        "pydantic>=2.10,<3",
        "uvicorn>=0.34,<1",
        "duckdb>=2,<3",
        "limits>=4,<6",
        "anyio>=4.5,<5",
        "fastapi-offline>=1.7.3,<2",
    ],
    extras_require={
        # Audits and feeds on S3 (AUDITS_STORE, FEEDS): Scrapy's own feeds use it, too.
        "s3": ["boto3>=1.40,<2"],
        # Rows as Parquet: crawl rows -O x.parquet, and collect.
        "dados": ["pyarrow>=21,<27"],
        # scrapy oficio: a letter that can be edited (DOCX).
        "oficio": ["docxtpl>=0.20,<0.21"],
        # audit --carimbo, seal: signatures and time stamps of audits.
        "selo": ["cryptography>=45,<51", "rfc3161-client>=1,<2"],
        "scrapyd": ["scrapyd>=1.6,<2", "scrapyd-client>=2,<3"],
        # More than one machine, and the view on it.
        "fleet": ["celery[redis]>=5.5,<6", "flower>=2,<3"],
        # make docs: the documentation site, read without the internet.
        "docs": ["mkdocs>=1.6,<2", "mkdocs-material>=9.7,<10", "mkdocs-static-i18n>=1.3,<2"],
        # The lab, which make audit walks: its server, and its files (PDF, ODS, XLS).
        "lab": ["Flask>=3,<4", "fpdf2>=2.8,<3", "odfpy>=1.4.1,<2", "xlwt>=1.3,<2"],
        "dev": [
            "boto3>=1.40,<2",
            "pyarrow>=21,<27",
            # Who opens the files of rows: pandas, the validator of data packages, that of JSON schemas (OCDS), what draws a chart.
            "pandas>=2.2,<4",
            "frictionless>=5.18,<6",
            "jsonschema-rs>=0.40,<0.70",
            "matplotlib>=3.10,<4",
            "celery[redis]>=5.5,<6",
            "docxtpl>=0.20,<0.21",
            "cryptography>=45,<51",
            "rfc3161-client>=1,<2",
            # A mail server in a process, and who reads feeds.
            "aiosmtpd>=1.4.6,<2",
            "feedparser>=6.0.12,<7",
            # A whole S3 in a process.
            "moto[s3]>=5.1,<6",
            "flask-cors>=5,<7",
            "scrapyd>=1.6,<2",
            "scrapyd-client>=2,<3",
            # All of the lab.
            "Flask>=3,<4",
            "fpdf2>=2.8,<3",
            "odfpy>=1.4.1,<2",
            "xlwt>=1.3,<2",
            "types-openpyxl",
            # The format's own validator, for what scrapy pack makes.
            "wacz>=0.6,<0.7",
            # The reference for the keys of their index. AGPL-3.0: for the tests only.
            "surt>=0.3.1,<0.4",
            # Rules of accessibility (axe-core), run in the tests' own browser.
            "axe-playwright-python>=0.1.8,<0.2",
            # The read API: its client in tests, and fuzzing by its own description.
            "httpx2>=2,<3",
            "schemathesis>=4,<5",
            "mypy>=1.14",
            "pre-commit>=4",
            "pytest>=8.3",
            "pytest-xdist>=3.6,<4",
            # A noisy machine fails a test here and there: tried once more, and named in the summary.
            "pytest-rerunfailures>=16,<17",
            # Texts that nobody would think of, for what must not become a formula.
            "hypothesis>=6.100,<7",
            "ruff>=0.9",
            # Which room may import which (pyproject.toml); what is imported and not required, or required and not imported; what nobody uses.
            "import-linter>=2.11,<3",
            "deptry>=0.25,<0.26",
            "vulture>=2.16,<3",
            # JavaScript: errors and form, without Node.
            "oxlint>=1.89,<2",
            "oxfmt>=0.74,<0.75",
            "types-PyYAML",
            "types-psutil",
            "lxml-stubs",
        ],
    },
    entry_points={
        "scrapy": ["settings = transparency.settings"],
        "console_scripts": ["transparency = transparency.__main__:main"],
    },
    zip_safe=True,
)
