"""What the sections measure: sizes, seeds, and the names of detectors and parameters that single tables need. A
section whose detector is not there says so."""

SEED = 1
GOLD_PAGES = 200         # a site
REPEATS = 3              # of every time that is printed: the median counts
SAMPLE_PAGES = 500       # "500 pages a site" (Chen et al. 2006, table 3)
GROWTH_PAGES = (500, 2000, 8000, None)  # None: the whole site
SMALL_CRAWLS = (5, 10, 20, 50, 200)

# Wang et al. 2008, table 1: five sites of 400 pages, storage of each method at 80 % recall.
STORAGE_SITES = ("python311", "postgresql15", "sqlite", "apache24-manual", "git-annex")
STORAGE_PAGES = 400
STORAGE_RECALL = 0.8
STORAGE_TABLE = "incremental"            # keeps a table of text segments
STORAGE_BATCH = ("shingle", "sst")       # keep the pages of a batch
STORAGE_BATCHES = (2, 5, 10, 20, 40, 80, 160, 400)

# Rowlands et al. 2009, 4.
LINES = "sandwich"

# Vieira et al. 2006, figure 7.
SAMPLED = "rtdm_td"
SAMPLED_PARAMETER = "rtdm_td.max_pages"
SAMPLED_PAGES = (2, 5, 10, 15, 25, 50, 100)
SAMPLED_SITES = ("cppreference-en", "python311", "postgresql15", "sqlite", "octave", "git-annex")

# Bar-Yossef, Rajagopalan 2002, table 2.
FREQUENCY = ("pagelets_local", "pagelets_global")

# Sites whose authors wrote indexes that make queries.
RETRIEVAL_SITES = ("anarchism", "cppreference-en", "libreoffice-zh-cn", "lilypond-en", "octave", "postgresql15", "python311",
                   "sqlite")
# Pages that the queries of a site are the links of, besides those that are left out of its results.
QUERY_PAGES = {"anarchism": ("index.html", "*con.html")}
