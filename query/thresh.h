// The query side of Thresh as a library: what a program includes after find_package(Thresh), linked
// to Thresh::Thresh. examples/search.cc uses it.
//
//   Searcher (query/retrieve/searcher.h)          opens a store; ranks, reads pages, explains a
//   score AnswerQuery (query/present/search_answer.h)   what `thresh-query search` shows: snippets,
//   copies collapsed,
//                                                 corrections; as structs, text or JSON
//   Status, Result (common/base/status.h)              no function throws; a value or what went
//   wrong
//
// The query language is in query/retrieve/query.h, the models and their parameters in
// query/retrieve/scorer.h. Thread rule: one Searcher a thread; they may read one store at the same
// time.
#pragma once

#include "query/present/search_answer.h"
#include "query/retrieve/searcher.h"
