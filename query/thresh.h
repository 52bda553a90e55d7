// The query side of Thresh as a library: the header that a program includes after
// find_package(Thresh) when it links to Thresh::Thresh. examples/search.cc uses it.
//
// - Searcher (query/retrieve/searcher.h) opens a store; ranks, reads pages and explains scores.
// - AnswerQuery (query/present/search_answer.h) answers as `thresh-query search` does, with
//   snippets, collapsed copies and corrections: as structs, text or JSON.
// - Status and Result (common/base/status.h) are what functions return: a value or an error.
//
// No function throws. The query language is described in query/retrieve/query.h, the models and
// their parameters in query/retrieve/scorer.h. Not thread-safe: each thread opens its own Searcher,
// or gets one from Another(); several may read one store at the same time.
#pragma once

#include "query/present/search_answer.h"
#include "query/retrieve/searcher.h"
