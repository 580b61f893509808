"""Only what differs from Scrapy's defaults, a reason per line."""

import json
import os

from scrapy.settings import default_settings

from transparency import __version__
from transparency.egress.upstream import Upstream

BOT_NAME = "transparency"
SPIDER_MODULES = ["transparency.spiders"]
NEWSPIDER_MODULE = "transparency.spiders"
COMMANDS_MODULE = "transparency.commands"
SPIDER_CONTRACTS = {  # scrapy check: whether a vendor's portals are still the vendor's
    "transparency.spiders._checking.FirstPortal": 10,
    "transparency.spiders._checking.SameFamily": 20,
}

# Who is asking, and where to complain: with CONTACT (an e-mail or page) the last part is that.
CONTACT = os.environ.get("TRANSPARENCY_CONTACT", "")
_browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36"
USER_AGENT = f"{_browser} transparency/{__version__} (+auditoria de transparencia publica)"
ROBOTSTXT_OBEY = True  # a public auditor may override it with -s ROBOTSTXT_OBEY=False; the audit records which it was

DOWNLOAD_HANDLERS = {
    "http": "transparency.net.handler.BrowserHandler",
    "https": "transparency.net.handler.BrowserHandler",
    # Nothing on a page may make us read this machine's files, or speak other protocols.
    **dict.fromkeys(("file", "data", "ftp", "s3")),
}
TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"  # Playwright needs asyncio

REQUEST_FINGERPRINTER_CLASS = "transparency.crawl.request.NodeFingerprinter"  # a node is an address and its steps
SCHEDULER = "transparency.crawl.frontier.Frontier"  # the order of the walk is a strategy
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "transparency.net.failures.OneLineFailures": 90,  # of requests that are no part of an audit; after all others
    "transparency.net.robots.Robots": 100,
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
    "transparency.net.backoff.BackOff": 550,
    "transparency.net.network.Outage": 600,  # before anybody takes a failure for the portal's
    "transparency.browse.unpacking.WholeBodies": 700,  # before what came is unpacked
    "transparency.fleet.shared_turns.SharedTurns": 940,  # only where REDIS_URL is set
    "transparency.net.middleware.VisitMiddleware": 950,  # last before the browser
}
ITEM_PIPELINES = {
    "transparency.pipelines.ClassifyPipeline": 100,
    "transparency.pipelines.EvidencePipeline": 200,
    "transparency.pipelines.AuditPipeline": 300,
}

EXTENSIONS = {
    "transparency.run.event_log.OneLineLog": 10,  # one event is one line; before anything of a portal is logged
    "scrapy.extensions.feedexport.FeedExporter": None,
    "transparency.report.feeds.HonestFeedExporter": 0,  # a feed that lacks rows is no success
    "transparency.report.extension.ReportExtension": 500,  # report.html in each audit's folder
    "transparency.run.sender.Sender": 600,  # whole audits go to AUDITS_STORE
    "transparency.run.watchdog.Heart": 500,  # marks progress for the process that watches
    "transparency.net.politeness.LiveThrottle": 0,  # instead of AutoThrottle
}
# One that is switched off is loaded all the same, and an HTTP library with it: a tenth of a second of each run.
_unused = ("throttle.AutoThrottle", "remote_control.RemoteControl", "telnet.TelnetConsole", "memdebug.MemoryDebugger")
EXTENSIONS_BASE = {
    path: order for path, order in default_settings.EXTENSIONS_BASE.items() if not path.endswith(_unused)
}
FEEDS = json.loads(
    os.environ.get("TRANSPARENCY_FEEDS") or "{}"
)  # {"s3://bucket/%(time)s.jsonl": {"format": "jsonlines"}}
FEED_STORAGES = {"s3": "transparency.store.feeds.KeptS3FeedStorage"}  # none is lost when the network fails
FEED_EXPORTERS = {
    "csv": "transparency.report.feeds.SafeCsvItemExporter",  # no cell is a formula
    "parquet": "transparency.dataset.parquet.ParquetItemExporter",  # with the extra dados
}

CONCURRENT_REQUESTS = int(os.environ.get("TRANSPARENCY_PAGES", "4"))  # pages at once: where 2 cores are full
DOWNLOADER = "transparency.net.politeness.OnePerServer"  # the hosts of a vendor are one server, whose towns take turns
CONCURRENT_REQUESTS_PER_DOMAIN = 1  # of a live server, whichever towns they are for
DOWNLOAD_DELAY = 1.0  # seconds between visits to one host
NEARBY_MERCY = False  # the ports of this machine are spared as servers of the internet are, to try a run over many
# As the study: 5 s at first, then as slowly as the server answers; not on this very machine.
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 5.0
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
AUTOTHROTTLE_MAX_DELAY = 60.0
# The lab and other portals on this very machine need no mercy.
DOWNLOAD_SLOTS = {host: {"concurrency": 4, "delay": 0, "jitter": 0} for host in ("127.0.0.1", "localhost", "::1")}
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 32 * 1024 * 1024  # of anything, unpacked too; pages and documents have lower limits of their own
RETRY_TIMES = 3  # four tries, and only of what may be over soon: see backoff.py
METAREFRESH_ENABLED = False  # the browser follows them; plain redirects are followed for robots.txt only
COOKIES_ENABLED = False  # they live in the browser context of each municipality
HTTPERROR_ALLOW_ALL = True  # a refusal is an answer; the spider gives it its name
SPIDER_MIDDLEWARES = {"scrapy.spidermiddlewares.depth.DepthMiddleware": None}  # a node knows its own depth
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False  # nobody needs to reach into a run
LOG_LEVEL = "INFO"
DEFAULT_DROPITEM_LOG_LEVEL = "DEBUG"  # pages are judged and then kept out of the feeds
FEED_EXPORT_ENCODING = "utf-8"

PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT = 30_000  # ms
PLAYWRIGHT_MAX_PAGES_PER_CONTEXT = CONCURRENT_REQUESTS
PAGE_SECONDS = 90  # from the wish for a page to its end; a visit has 60 of them
BROWSER_RENEW_PAGES = 100  # a browser grows with the pages that it has shown; 0: never renewed
BROWSER_RENEW_MINUTES = 30
PLAYWRIGHT_PROCESS_REQUEST_HEADERS = None  # the browser's own headers

# ---- the project's own ------------------------------------------------------------------------------------------
# Private addresses that may be connected to, exactly "host:port" each; nothing else of a private network may.
EGRESS_ALLOWED = os.environ.get("TRANSPARENCY_EGRESS_ALLOWED", "")
OUTGOING_PROXY = os.environ.get("TRANSPARENCY_PROXY") or Upstream.from_environment()[0]  # the filter leaves through it
OUTGOING_PROXY_RESOLVES = False  # names are looked up by that proxy, which answers for where they lead
HTTPPROXY_ENABLED = False  # Scrapy's own way would be one past the filter
AUDITS_DIR = os.environ.get("TRANSPARENCY_AUDITS_DIR", "audits")
WRAPPERS_DIR = os.environ.get("TRANSPARENCY_WRAPPERS_DIR", "wrappers")  # how the rows of a town's lists are had
OCDS_PREFIX = (
    "ocds-213czf"  # scrapy collect: who publishes the bids has one of their own; this is the example of the standard
)
# Where whole audits are kept as well: s3://bucket/prefix, or a folder of several machines; keys come from AWS_… variables.
AUDITS_STORE = os.environ.get("TRANSPARENCY_AUDITS_STORE", "")
STORE_TRIES = 5  # of a request to S3
TIMESTAMP_URL = os.environ.get("TRANSPARENCY_TIMESTAMP_URL", "")  # who stamps whole audits (RFC 3161)
SIGNING_KEY = os.environ.get("TRANSPARENCY_SIGNING_KEY", "")  # file of the key (Ed25519, PEM) that signs them
# Where machines of a fleet agree on turns: at most so many requests at once on a vendor's server, one begun per so many seconds.
REDIS_URL = os.environ.get("TRANSPARENCY_REDIS", "")
SHARED_CONCURRENCY = 2
SHARED_DELAY = 2.0  # kept by Redis; what its answer takes on the way comes off
KEYWORDS_DIR = None  # another matrix than the packaged one
# Other catalogues than the packaged ones.
CATALOGUE_FILES = [path for path in os.environ.get("TRANSPARENCY_CATALOGUE", "").split(os.pathsep) if path]
FAMILIES_ENABLED = True  # what is known of vendor families; the walk does without, too
AUDITS_AT_ONCE = 0  # municipalities walked side by side; 0: by cores and memory, one on this very machine
AUDITS_PER_SERVER = 1  # of them, on one vendor's server
WATCHDOG_SECONDS = 300  # scrapy audit: so long without progress, and the run is begun anew from what is whole; 0: never
STOP_SECONDS = 25  # so long a run that is asked to stop may take; then, or when asked twice, its processes are killed
RUN_DEFERS = True  # of several municipalities, one whose portal does not answer is asked again when the others are done
NETWORK_MINUTES = 10  # a network that is lost during a run is waited for so long; then the run stops, to be resumed; 0: never looked for
DISCOVER_HOSTS: dict[str, str] = {}  # host → host:port where it is asked instead, and no other host exists: for trials
REVISIT_DAYS = 30  # scrapy plan, scrapy audit --devidos: days between two audits of a municipality …
REVISIT_POLICY = "uniforme"  # … the same for all, or "proporcional" to the changes that were seen
REVISIT_KNOWN = False  # begin with what the audit before has proved; what brought nothing is not visited again
REVISIT_FULL_DAYS = 120  # an audit that knows nothing before is made when the last one is older
RUN_MINUTES = 0  # after so many no other municipality is begun; 0: no limit
DISK_RESERVE_MB = 500  # no audit is begun with less than this free, and what the run's largest took twice over
MONITOR_INCONCLUSIVE = 0.10  # share of a run's items from which on it ends with an alarm
MONITOR_DROP = 0.20  # share of its published items that a municipality or vendor may lose from one audit to the next
RUN_ID = None  # set by scrapy audit, as are these: municipalities that are whole already, and those that are given up
RUN_DONE: list[str] = []
RUN_GIVEN_UP: dict[str, str] = {}
RUN_ALONE: list[str] = []  # over which the program broke off: they are walked last, with nobody beside them
NEWS_ENABLED = True  # what a run found that is new goes into Atom feeds, and to whoever wants to hear of it
NEWS_FILE = os.environ.get("TRANSPARENCY_NEWS", "")  # YAML: who wants to hear of which municipalities
NEWS_MAIL = os.environ.get("TRANSPARENCY_NEWS_MAIL", "")  # of all municipalities: e-mails, with commas …
NEWS_WEBHOOK = os.environ.get("TRANSPARENCY_NEWS_WEBHOOK", "")  # … and an address that JSON is sent to
NEWS_URL = os.environ.get("TRANSPARENCY_NEWS_URL", "")  # where the folder of audits is published: links begin with it
MAIL_HOST = os.environ.get("TRANSPARENCY_MAIL_HOST") or "localhost"
MAIL_PORT = int(os.environ.get("TRANSPARENCY_MAIL_PORT") or "25")
MAIL_FROM = os.environ.get("TRANSPARENCY_MAIL_FROM") or "transparency@localhost"
MAIL_USER = os.environ.get("TRANSPARENCY_MAIL_USER", "")
MAIL_PASS = os.environ.get("TRANSPARENCY_MAIL_PASS", "")
MAIL_TLS = os.environ.get("TRANSPARENCY_MAIL_TLS", "") == "1"  # STARTTLS
MAIL_SSL = os.environ.get("TRANSPARENCY_MAIL_SSL", "") == "1"
REPORT_ENABLED = True  # make the report of an audit as soon as it is whole
