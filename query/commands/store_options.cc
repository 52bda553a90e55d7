#include "query/commands/store_options.h"

#include <sys/resource.h>

#include <string>

namespace thresh {

void DeclareStores(Options& options, StoreNames* names, std::string_view store_help) {
  options.Add("store,s", &names->stores, "DIR",
              std::string(store_help) +
                  "; given several times, the stores are searched as one, with the scores that one "
                  "store of all their sites gives");
  options.Require("store");
  options.Add(
      "statistics", &names->statistics, "FILE",
      "ranks as part of the whole that thresh-query statistics counted in FILE, so that the "
      "hits of several servers can be merged by score, site and URL. Exact for words; a "
      "phrase counts as its rarest word and a prefix as the sum of its words");
  options.Add(
      "synonyms", &names->synonyms, "FILE",
      "words of the query also find their synonyms, which count --synonym-weight. A line of "
      "FILE is 'car, automobile, motor car' or, one way only, 'js => javascript'");
  options.Add("stop-words", &names->stop_words, "FILE",
              "leaves the words of FILE, one on each line, out of queries that have other words. "
              "+word, title:word and phrases find them all the same");
}

void AllowDescriptors() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace thresh
