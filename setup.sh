#!/usr/bin/env bash
# Installs what is missing: Python's venv module, .venv with the package and its tools, a Chromium.
# Quick when nothing is missing. May be run by hand, as often as wanted: `./setup.sh lab` for who audits, `./setup.sh` for who
# works on the program as well (tests, linters: 600 MB more).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

say() { printf '%s\n' "$*" >&2; }
fail() { say "Erro: $1"; say "      $2"; exit 1; }

# as_root COMMAND…: runs it as root, or fails; asks for a password only where somebody can type it.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null && [ -t 0 ] && [ -z "${CI:-}" ]; then sudo "$@"
    elif command -v sudo >/dev/null; then sudo -n "$@"
    else return 1
    fi
}

# apt_install PACKAGE…: false where there is no apt, no right to use it, or no such package.
apt_install() {
    command -v apt-get >/dev/null || return 1
    say "Instalando $* …"
    if [ -z "${apt_updated:-}" ]; then
        as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null >&2 || return 1
        apt_updated=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" </dev/null >&2
}

# suits PYTHON STATEMENT: whether it is new enough, and runs that.
suits() { command -v "$1" >/dev/null && "$1" -c "import sys; assert sys.version_info >= (3, 11); $2" 2>/dev/null; }

# The one that is asked for; else one that has what makes a .venv. On Linux the distribution's own comes first: it is built with
# optimisations, without which, as version managers build theirs, a program takes a third more of the processor.
find_python() {
    local name need own=
    [ "$(uname)" != Linux ] || own=/usr/bin/python3
    for name in ${PYTHON:-}; do
        suits "$name" '' && command -v "$name" && return
    done
    for need in 'import venv, ensurepip' ''; do
        for name in $own python3 python3.14 python3.13 python3.12 python3.11; do
            suits "$name" "$need" && command -v "$name" && return
        done
    done
    return 1
}

# install REQUIREMENT…: with uv, which takes a sixth of pip's time; where uv is not to be had or reaches no index, with pip.
install() {
    local pip=(.venv/bin/python -m pip --disable-pip-version-check)
    # Not compiled: Python compiles a module when it is first used, and most of them never are.
    "${pip[@]}" install -qq --no-compile -c constraints.txt uv >&2 2>/dev/null && with_uv "$@" ||
        "${pip[@]}" install -qq --no-compile -c constraints.txt "$@" >&2
}

# with_uv REQUIREMENT…: from the indexes that pip is told to use, by its files or its environment.
with_uv() (
    settings="$(.venv/bin/python -m pip config list)"
    # told NAME: what pip is told under that name; the last that tells it counts.
    told() { sed -n "s/^[^=]*\.$1='\(.*\)'\$/\1/p" <<<"$settings" | tail -n 1; }
    index="$(told index-url)" more="$(told extra-index-url)" links="$(told find-links)" cert="$(told cert)"
    [ -z "$index" ] || export UV_DEFAULT_INDEX="$index"
    [ -z "$more" ] || export UV_INDEX="$more"
    [ -z "$links" ] || export UV_FIND_LINKS="${links// /,}"
    [ -z "$cert" ] || export SSL_CERT_FILE="$cert"
    UV_INDEX_STRATEGY=unsafe-best-match UV_PYTHON_DOWNLOADS=never .venv/bin/uv pip install -q --python .venv/bin/python -c constraints.txt "$@" >&2
)

# The address of the folder is part of the stamp: scripts in .venv hold absolute paths, a moved tree needs a new one.
extra="${1:-dev}"
wanted="$(pwd; cat setup.py constraints.txt | cksum; echo "$extra")"
stamp=.venv/.ready
ready="$(cat "$stamp" 2>/dev/null)" || true
# dev has all that lab has, and is never given up for it.
[ "$extra" = lab ] && [ "$ready" = "${wanted%lab}dev" ] && wanted="$ready"

if [ "$ready" != "$wanted" ] || ! .venv/bin/python -c '' 2>/dev/null; then
    python="$(find_python)" || { apt_install python3 && python="$(find_python)"; } ||
        fail "é preciso Python 3.11 ou mais novo." "Instale-o (Debian 12, Ubuntu 24.04: apt-get install python3) ou indique-o: make setup PYTHON=/caminho/python3.12"
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        version="$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')"
        apt_install python3-venv || apt_install "$version-venv" || true
        "$python" -c 'import venv, ensurepip' 2>/dev/null ||
            fail "falta o módulo venv de $python." "Instale-o: apt-get install $version-venv"
    fi
    # Nothing is removed here: somebody may be working with that .venv at this moment.
    if [ -e "$stamp" ] && [ "$(head -n 1 "$stamp")" != "$(pwd)" ]; then
        fail "a pasta .venv foi criada em $(head -n 1 "$stamp") e não funciona aqui." "Apague-a e rode de novo: rm -rf .venv && make setup"
    elif [ -e .venv ] && ! .venv/bin/python -c '' 2>/dev/null; then
        fail "o ambiente .venv não funciona." "Apague-o e rode de novo: rm -rf .venv && make setup"
    fi
    [ -e .venv ] || { say "Criando o ambiente virtual .venv …"; "$python" -m venv .venv; }
    # Root types no password, so that apt can work beside pip. What it cannot do is tried again below, where its messages are seen.
    if [ "$(id -u)" -eq 0 ] && [ -z "${CHROMIUM_PATH:-}" ] && command -v apt-get >/dev/null && ! command -v chromium-headless-shell chromium google-chrome >/dev/null; then
        say "Instalando o Chromium …"
        RUNLEVEL=1 apt_install chromium-headless-shell chromium-sandbox fonts-liberation 2>/dev/null &
    fi
    say "Instalando as dependências …"
    installed=yes
    install -e ".[${wanted##*[[:space:]]}]" || installed=
    wait # for apt, whose lock is wanted below
    [ -n "$installed" ] ||
        fail "não foi possível instalar as dependências." "Veja a mensagem do pip acima; é preciso acesso ao índice de pacotes."
    printf '%s\n' "$wanted" >"$stamp"
    say "Pronto: .venv/bin/transparency --help"
fi

# One place knows where a Chromium may be: the program itself.
find_chromium() { .venv/bin/python -m transparency.browse.chromium >/dev/null 2>&1; }

# A CHROMIUM_PATH that is wrong is the caller's to mend: nothing is installed beside it.
if ! find_chromium && [ -z "${CHROMIUM_PATH:-}" ]; then
    # The fonts are for the screenshots, the sandbox for those who are not root.
    apt_install chromium-headless-shell chromium-sandbox fonts-liberation ||
        apt_install chromium chromium-sandbox fonts-liberation || apt_install chromium || true
    # Ubuntu's package is only a pointer to a snap, which cannot be driven; Playwright's own build can.
    if ! find_chromium; then
        say "Baixando o Chromium do Playwright …"
        .venv/bin/playwright install chromium </dev/null >&2 || true
        as_root env DEBIAN_FRONTEND=noninteractive "$(pwd)/.venv/bin/playwright" install-deps chromium </dev/null >&2 || true
    fi
fi
# Where a whole Chromium is all there is, its shell saves a third of the processor's time: taken along where that needs no password.
if [ -z "${CHROMIUM_PATH:-}" ] && [ ! -e .venv/.shell ] && ! command -v chromium-headless-shell >/dev/null; then
    if [ "$(id -u)" -eq 0 ] && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        apt_install chromium-headless-shell || say "Segue-se com o Chromium que há."
    fi
    touch .venv/.shell
fi
# The fleet's tests ask a real Redis; its service need not run (they are skipped where there is none).
if [ "$extra" = dev ] && [ ! -e .venv/.redis ] && [ "$(id -u)" -eq 0 ] && ! command -v redis-server >/dev/null; then
    RUNLEVEL=1 apt_install redis-server || say "Sem redis-server: os testes da frota não são feitos."
    touch .venv/.redis
fi
.venv/bin/python -m transparency.browse.chromium >/dev/null
