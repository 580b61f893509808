"""Packaging: what is installed, what travels in the wheel and in the egg that scrapyd receives."""

from setuptools import find_packages, setup

setup(
    name="transparency",
    version="0.1.0",
    description="Audita portais da transparência de municípios brasileiros, com provas.",
    python_requires=">=3.11",
    # The matrix lives at the top level, where people look for it, and is installed inside the package.
    packages=[*find_packages(include=["transparency", "transparency.*"]), "transparency.keywords"],
    package_dir={"transparency.keywords": "keywords"},
    package_data={
        "transparency": ["**/*.js", "**/*.html", "**/*.css"],
        "transparency.catalogue": ["*.csv"],
        "transparency.keywords": ["*.yml", "*.yaml"],
    },
    install_requires=[
        "Scrapy>=2.16,<3",
        "scrapy-playwright>=0.0.48,<0.1",
        "playwright>=1.50,<2",
        "parsel>=1.9,<2",
        "lxml>=5.3,<7",
        "w3lib>=2.2,<3",
        "RapidFuzz>=3.9,<4",
        "Pillow>=11,<14",
        "PyYAML>=6,<7",
        "psutil>=6,<8",
        "rich>=13.7,<16",
    ],
    extras_require={
        "dev": [
            "Flask>=3,<4",
            "mypy>=1.14",
            "pre-commit>=4",
            "pytest>=8.3",
            "ruff>=0.9",
            "types-PyYAML",
            "types-psutil",
            "lxml-stubs",
        ],
    },
    entry_points={"scrapy": ["settings = transparency.settings"]},
    zip_safe=True,
)
