#include "indexer/page/html/gumbo_reader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <string>
#include <thread>

#include "indexer/page/html/cpu_alarm.h"
#include "indexer/page/html/parse_arena.h"

namespace thresh {
namespace {

std::string FontBomb(int n) {
  std::string html;
  for (int i = 0; i < n; ++i) html += "<font a" + std::to_string(i) + "><p>";
  return html;
}

ParseOutcome Read(GumboReader* reader, const std::string& html) {
  HtmlTree tree;
  const ParseOutcome outcome = reader->Read(html, &tree);
  EXPECT_EQ(tree.nodes.empty(), outcome != ParseOutcome::kParsed);
  return outcome;
}

TEST(GumboReader, ReadsAndReadsAgain) {
  GumboReader reader((ParseLimits()));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Read(&reader, "<p>x"), ParseOutcome::kParsed);
    EXPECT_GT(reader.arena_bytes(), 0u);
  }
  EXPECT_EQ(Read(&reader, ""), ParseOutcome::kParsed);
}

TEST(GumboReader, EachBudgetHasItsOutcome) {
  ParseLimits bytes;
  bytes.html_bytes = 10;
  GumboReader narrow(bytes);
  EXPECT_EQ(Read(&narrow, "<p>01234567"), ParseOutcome::kOverBytes);
  EXPECT_EQ(Read(&narrow, "<p>0123456"), ParseOutcome::kParsed);
  ParseLimits memory;
  memory.memory_bytes = 8u << 20;
  memory.cpu_ms = 1'000'000;
  GumboReader small(memory);
  EXPECT_EQ(Read(&small, FontBomb(2000)), ParseOutcome::kOverMemory);
  EXPECT_LE(small.arena_bytes(), memory.memory_bytes);
  EXPECT_EQ(Read(&small, "<p>fine"), ParseOutcome::kParsed);
  ParseLimits time;
  time.cpu_ms = 0;
  GumboReader slow(time);
  EXPECT_EQ(Read(&slow, FontBomb(2000)), ParseOutcome::kOverTime);
}

// At each character gumbo looks through all open elements for the last formatting element.
TEST(GumboReader, TimeRunsOutWhereNothingIsAllocatedToo) {
  std::string html;
  for (int i = 0; i < 20'000; ++i) html += "<span>";
  html += "<b>" + std::string(2'000'000, 'x');
  ParseLimits limits;
  limits.cpu_ms = 50;
  GumboReader reader(limits);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Read(&reader, html), ParseOutcome::kOverTime);
  EXPECT_EQ(Read(&reader, "<p>fine"), ParseOutcome::kParsed);
}

TEST(GumboReader, ThreadsHaveDeadlinesOfTheirOwn) {
  ParseLimits limits;
  limits.cpu_ms = 30;
  std::vector<std::thread> threads;
  std::atomic<int> over{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&over, limits, html = FontBomb(20'000 * (t % 2) + 1)] {
      GumboReader reader(limits);
      for (int i = 0; i < 3; ++i) over += Read(&reader, html) == ParseOutcome::kParsed ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(over, 6);
}

TEST(CpuAlarm, CallsOnceTheTimeIsUsed) {
  ASSERT_TRUE(CpuAlarm::Probe().ok());
  volatile std::sig_atomic_t rang = 0;
  void* const flag = const_cast<std::sig_atomic_t*>(&rang);
  const auto ring = [](void* context) { *static_cast<volatile std::sig_atomic_t*>(context) = 1; };
  { const CpuAlarm unused(60'000, ring, flag); }
  EXPECT_EQ(rang, 0);
  const CpuAlarm alarm(20, ring, flag);
  while (rang == 0) {
  }
}

TEST(ParseArena, GivesDistinctAlignedMemoryAndTakesBackTheLast) {
  ParseArena arena(192u << 20);
  arena.Reset();
  auto* a = static_cast<char*>(ParseArena::Allocate(&arena, 3));
  auto* b = static_cast<char*>(ParseArena::Allocate(&arena, 5));
  EXPECT_EQ(b - a, 8);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 8, 0u);
  ParseArena::Free(&arena, a);
  EXPECT_NE(ParseArena::Allocate(&arena, 1), a);
  void* c = ParseArena::Allocate(&arena, 9);
  ParseArena::Free(&arena, c);
  EXPECT_EQ(ParseArena::Allocate(&arena, 1), c);
  ParseArena::Free(&arena, nullptr);
}

TEST(ParseArena, BigPiecesAndResets) {
  ParseArena arena(192u << 20);
  for (int round = 0; round < 3; ++round) {
    arena.Reset();
    EXPECT_EQ(arena.bytes(), 0u);
    for (int i = 0; i < 20; ++i) {
      auto* big = static_cast<char*>(ParseArena::Allocate(&arena, 3u << 20));
      big[0] = big[(3u << 20) - 1] = 'x';
      auto* little = static_cast<char*>(ParseArena::Allocate(&arena, 10));
      little[9] = 'y';
      EXPECT_EQ(big[(3u << 20) - 1], 'x');
    }
    EXPECT_GE(arena.bytes(), 60u << 20);
  }
}

}  // namespace
}  // namespace thresh
