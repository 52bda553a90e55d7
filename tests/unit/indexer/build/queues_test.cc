#include "indexer/build/queues.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>
#include <vector>

namespace thresh {
namespace {

TEST(BoundedQueue, KeepsOrderAndEndsAfterClose) {
  BoundedQueue<int> queue(10);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.Push(i, 2));
  queue.Close();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(queue.Pop(), i);
  EXPECT_EQ(queue.Pop(), std::nullopt);
}

TEST(BoundedQueue, HoldsTheProducerBack) {
  BoundedQueue<int> queue(4);
  std::atomic<int> pushed{0};
  std::thread producer([&] {
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(queue.Push(i, 2));
      pushed = i + 1;
    }
    queue.Close();
  });
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(queue.Pop(), i);
    EXPECT_LE(pushed.load(), i + 4);  // popped ones, two in the queue, one just let in
  }
  producer.join();
}

TEST(BoundedQueue, ALargeItemPassesAnEmptyQueue) {
  BoundedQueue<int> queue(4);
  EXPECT_TRUE(queue.Push(1, 1000));
  EXPECT_EQ(queue.Pop(), 1);
}

TEST(BoundedQueue, AbortWakesEverybody) {
  BoundedQueue<int> queue(1);
  std::thread popper([&] { EXPECT_EQ(queue.Pop(), std::nullopt); });
  queue.Abort();
  popper.join();
  EXPECT_FALSE(queue.Push(1, 1));
}

TEST(BoundedQueue, TellsAnAbortFromTheEndOfTheItems) {
  BoundedQueue<int> closed(4), aborted(4);
  EXPECT_TRUE(aborted.Push(1, 1));
  closed.Close();
  aborted.Abort();
  EXPECT_EQ(closed.Pop(), std::nullopt);
  EXPECT_EQ(aborted.Pop(), std::nullopt) << "an item that is inside is not handed out";
  EXPECT_FALSE(closed.aborted());
  EXPECT_TRUE(aborted.aborted());
}

TEST(BoundedQueue, PopForGivesUpAfterItsTime) {
  BoundedQueue<int> queue(4);
  EXPECT_EQ(queue.PopFor(std::chrono::milliseconds(1)), std::nullopt);
  EXPECT_TRUE(queue.Push(3, 1));
  EXPECT_EQ(queue.PopFor(std::chrono::milliseconds(1)), 3);
}

TEST(OrderedQueue, RestoresTheOrderOfManyProducers) {
  constexpr std::uint64_t kFirst = 7, kItems = 2000;
  OrderedQueue<std::uint64_t> queue(64, kFirst, 4);
  std::atomic<std::uint64_t> next{kFirst};
  std::vector<std::thread> producers;
  for (int t = 0; t < 4; ++t) {
    producers.emplace_back([&] {
      for (std::uint64_t i; (i = next++) < kFirst + kItems;)
        ASSERT_TRUE(queue.Push(i, i, 1 + i % 90));
      queue.Close();
    });
  }
  for (std::uint64_t i = kFirst; i < kFirst + kItems; ++i) EXPECT_EQ(queue.Pop(), i);
  EXPECT_EQ(queue.Pop(), std::nullopt);
  for (std::thread& t : producers) t.join();
}

TEST(OrderedQueue, IsOpenUntilItsLastProducerClosesIt) {
  OrderedQueue<int> queue(10, 0, 2);
  queue.Close();
  std::thread last([&] {
    EXPECT_TRUE(queue.Push(0, 5, 1));
    queue.Close();
  });
  EXPECT_EQ(queue.Pop(), 5);
  EXPECT_EQ(queue.Pop(), std::nullopt);
  EXPECT_EQ(queue.Pop(), std::nullopt) << "again when called again";
  last.join();
}

TEST(OrderedQueue, TheItemThatIsDuePassesAFullQueue) {
  OrderedQueue<int> queue(10, 0, 1);
  EXPECT_TRUE(queue.Push(1, 1, 10));
  EXPECT_TRUE(queue.Push(0, 0, 10));  // would wait for ever if it were bounded like the others
  EXPECT_EQ(queue.Pop(), 0);
  EXPECT_EQ(queue.Pop(), 1);
}

TEST(RunGate, LetsInAsManyAsThereArePlaces) {
  RunGate gate(2);
  EXPECT_TRUE(gate.Enter());
  EXPECT_TRUE(gate.Enter());
  std::atomic<bool> third{false};
  std::thread t([&] {
    EXPECT_TRUE(gate.Enter());
    third = true;
  });
  EXPECT_FALSE(third);
  gate.Leave();
  t.join();
  EXPECT_TRUE(third);
  gate.Abort();
  EXPECT_FALSE(gate.Enter());
  EXPECT_FALSE(gate.WaitUntilEmpty());
}

}  // namespace
}  // namespace thresh
