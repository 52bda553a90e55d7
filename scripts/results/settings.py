"""What the sections measure: sizes, seeds, and the names of detectors and parameters that single tables need. A
section whose detector is not there says so."""

DEFAULT = "spine"        # the detector that a build has by default
SEED = 1
GOLD_PAGES = 200         # a site
REPEATS = 3              # of every time that is printed: the median counts
SAMPLE_PAGES = 500       # "500 pages a site" (Chen et al. 2006, table 3)
GROWTH_PAGES = (500, 2000, 8000, None)  # None: the whole site
SMALL_CRAWLS = (5, 10, 20, 50, 200)

# Sites in ../shared/data/sites, as NAME.tar.xz and NAME.gold.jsonl.xz.
FIELD_SITES = ("list-archive", "blog-ja", "zine-blog", "news-hi", "articles-ru", "shop", "snippets")
# Measured on transformed sites; the first has the table by site and the figure.
FIELD_DETECTORS = ("spine", "spine_before", "repeats_lines", "repeats_runs")
FIELD_FLOOR = 0.8             # sites with a lower F1 are counted
# What scripts/transform_site writes of a site's gold pages, and which label added text has.
UNTOUCHED, HOSTS = "untouched", "hosts"
TRANSFORMATIONS = {
    UNTOUCHED: "the gold pages as they are, written by the same path",
    "plain": "no class and no id",
    "renamed": "classes and ids have another name on every page",
    "divs": "a div in place of every semantic element, no role",
    "wrapped": "an unknown element around all that the body holds",
    "components": "unknown elements, named by class, in place of div and inside semantic elements",
    "tables": "a table of one cell in place of every div",
    "thin": "content cut after 20 tokens, headings stay",
    "titled": "the title once more, beside the first text of the template; neutral",
    "noticed": "a constant line of 17 words in the header, another in the footer; template",
    "advert": "a constant line of 12 words between two blocks of the content; template",
    "boxed": "25 constant words at the end of the content, template, and three links of the page's own, neutral",
    "pager": "\"Previous TITLE Next TITLE\" at the end of the content; the titles are neutral",
    "sections": "a third of the pages moves into another directory and gets a menu of its own",
    "shuffled": "random names, so another order",
    "lists": "only the third of the pages with most links in the content",
    "articles": "only the third with fewest",
    HOSTS: "the site in a/, the next one in b/; compared with the mean of both",
}

# Wang et al. 2008, table 1: five sites of 400 pages, storage of each method at 80 % recall.
STORAGE_SITES = ("python311", "postgresql15", "sqlite", "apache24-manual", "git-annex")
STORAGE_PAGES = 400
STORAGE_RECALL = 0.8
STORAGE_PART = 0.95                      # of the best recall, where that is less
STORAGE_TABLE = "incremental"            # keeps a table of text segments
STORAGE_BATCH = ("shingle", "sst")       # keep the pages of a batch
STORAGE_BATCHES = (2, 5, 10, 20, 40, 80, 160, 400)
# Tb and N: the life of an entry seen once, in pages, and how many times as long one lives that was seen often.
STORAGE_LIVES = ((1, 20), (2, 20), (5, 20), (10, 20), (20, 20), (50, 20), (20, 2), (20, 5), (20, 10), (20, 50))

# Rowlands et al. 2009, 4.
LINES = "sandwich"

# Vieira et al. 2006, figure 7.
SAMPLED = "rtdm_td"
SAMPLED_PARAMETER = "rtdm_td.max_pages"
SAMPLED_PAGES = (2, 5, 10, 25, 100)
# Readings of the paper's listings, and the parameters that make them; the figure shows one.
SAMPLED_READINGS = {"as printed": (), "cost 2": ("rtdm_td.replace_cost=2",), "by clusters": ("rtdm_td.modern=1",)}
SAMPLED_BEST = "by clusters"
SAMPLED_SITES = ("cppreference-en", "python311", "postgresql15", "sqlite", "octave", "git-annex")

# Bar-Yossef, Rajagopalan 2002, table 2.
FREQUENCY = ("pagelets_local", "pagelets_global")
TWO_PAGES = ("pagelets.min_pages=2",)  # the paper's

# Bar-Yossef, Rajagopalan 2002, figures 6 and 7: the variants in the order of the paper, the worst first.
CLEVER_VARIANTS = ("pagelet-vanilla", "pagelet-ft", "page-vanilla", "page-fnm", "pagelet-fnm", "pagelet-ft-fnm")
CLEVER_ORDER = tuple(zip(CLEVER_VARIANTS, CLEVER_VARIANTS[1:]))
CLEVER_QUERIES = 25
RELATED_PAGES, LINKED_MOST = 60, 20
# What a link in a template counts while a crawl is played again; None: the order in which addresses are found.
CRAWL_ORDERS = {"lambda 0": 0, "lambda 0.1": 0.1, "lambda 1": 1, "breadth first": None}

# Sites whose authors wrote indexes that make queries.
RETRIEVAL_SITES = ("anarchism", "cppreference-en", "libreoffice-zh-cn", "lilypond-en", "octave", "postgresql15", "python311",
                   "sqlite")
NO_LINKS_SITE = "anarchism"   # its index is its links, so links may not help there
TITLES = 1000                 # pages of a site whose titles are queries
OTHER_DETECTORS = ("bsc_wfc", "shingle", "sandwich")  # removal by the papers' methods, beside the default
# What a search was by default before fields, links and proximity counted.
FORMER = ("--preset", "plain", "--anchor-weight", "0")
OTHER_MODELS = {"pivoted TF-IDF": (*FORMER, "--model", "pivoted_tfidf"), "BM25, one weight": FORMER}
# Every choice of the default preset, and what it is without the choice.
CHOICES = {"k1": "0.9", "b": "0.4", "title-weight": "1", "url-weight": "0", "description-weight": "0", "anchor-weight": "0",
           "proximity": "0", "prior": "0", "named": "0"}
# Settings that are drawn at random where a choice is made without the site that is judged.
DRAWN = 60
DRAWN_FROM = {"k1": (0.9, 1.2, 1.6, 2, 2.5, 3), "b": (0.2, 0.25, 0.3, 0.4, 0.5, 0.75), "title-weight": (1, 3, 5, 8, 12, 16),
              "url-weight": (0, 1, 2, 3), "description-weight": (0, 0.5, 1), "anchor-weight": (0, 0.5, 0.75, 1, 1.5),
              "proximity": (0, 1, 2, 3), "prior": (0, 0.05, 0.1, 0.2), "named": (0, 1, 2.5, 5)}

# What words of templates count; the first is that of the tests.
TEMPLATE_WEIGHTS = (0, 0.05, 0.1, 0.2, 0.5, 1)

# Jitter: a number is moved by these factors, and no site may move by more (shares of 1).
JITTER_FACTORS = (0.9, 1.1)
JITTER_F1, JITTER_KEPT = 0.05, 0.002
# One site left out: values that are tried for each number; content that a site may keep less than with the shipped numbers;
# gain of mean F1 that is worth a change.
CHOICE_FACTORS = (0.7, 0.8, 0.9, 1.1, 1.2, 1.3)
CHOICE_KEPT, CHOICE_GAIN = 0.0005, 0.0001

# Sections that count words or bytes of whole sites.
TEXT_SITES = ("python311", "postgresql15", "sqlite", "apache24-manual", "octave", "git-annex")
# A build of many runs: a detector that judges runs, and how much memory a run may take.
RUNS_SITES = ("python311", "git-annex")
RUNS_DETECTOR = "bsc_wfc"
RUN_MEMORIES = ("8M", "200M")

# Vieira et al. 2006, section 6.2: which files of which site have which label.
MINED_LABELS = {
    "release": {"python311": ("whatsnew/[23]*",), "sqlite": ("releaselog/*",), "postgresql15": ("release*",)},
    "capi": {"python311": ("c-api/*",), "sqlite": ("c3ref/*",), "postgresql15": ("libpq*", "spi*", "ecpg*")},
    "language": {"python311": ("reference/*",), "sqlite": ("lang_*", "syntax/*"), "postgresql15": ("sql-*",)},
}
MINED_SITES = ("python311", "sqlite", "postgresql15")
MINED_MOST, MINED_RUNS = 60, 200
MINED_DETECTORS = ("none", "spine", "bsc_wfc", "rtdm_td")
