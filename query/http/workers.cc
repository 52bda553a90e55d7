#include "query/http/workers.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "common/base/check.h"
#include "query/http/packing.h"
#include "query/http/reply.h"

namespace thresh {

HttpWorkers::HttpWorkers(HttpHandler* handler, std::size_t threads)
    : handler_(handler), ready_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  THRESH_CHECK(ready_.fd() >= 0 && threads > 0);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(&waiting_); });
  threads_.emplace_back([this] { Work(&cheap_); });
}

HttpWorkers::~HttpWorkers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  asked_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void HttpWorkers::Ask(Question question) {
  const bool cheap = handler_->IsCheap(question.request);
  {
    const std::lock_guard lock(mutex_);
    const Turn turn = TurnOf(question.connection);
    (cheap ? cheap_ : waiting_).emplace(turn, std::move(question));
  }
  // Outside the lock, because the thread that wakes needs it at once. All, because one alone might
  // be the one that has nothing to do with it.
  asked_.notify_all();
}

HttpWorkers::Turn HttpWorkers::TurnOf(std::uint64_t connection) {
  const auto had = had_.find(connection);
  return {had == had_.end() ? now_ : std::max(had->second, now_), asked_before_++};
}

std::vector<HttpWorkers::Answer> HttpWorkers::TakeAnswers() {
  // The eventfd is reset before the answers are taken. An answer that comes in between makes it
  // readable again, which costs one call in vain; in the other order it would be lost.
  eventfd_t count = 0;
  if (::eventfd_read(ready_.fd(), &count) != 0) return {};
  const std::lock_guard lock(mutex_);
  return std::exchange(answers_, {});
}

// Libraries throw where memory is gone. What the request took is free again when it comes here, so
// the other requests go on.
HttpResponse HttpWorkers::AnswerOf(const HttpRequest& request) {
  try {
    HttpResponse response = handler_->Handle(request);
    PackBody(request, &response);
    return response;
  } catch (const std::bad_alloc&) {
    handler_->OnRefused(503);
    return RefusedWith(503, "there is not enough memory for this request");
  }
}

void HttpWorkers::Work(Waiting* waiting) {
  std::unique_lock lock(mutex_);
  for (;;) {
    asked_.wait(lock, [&] { return stop_ || !waiting->empty(); });
    if (stop_) return;
    const auto next = waiting->extract(waiting->begin());
    const Question& question = next.mapped();
    const std::chrono::nanoseconds before = next.key().first;
    now_ = std::max(now_, before);
    lock.unlock();  // the handler takes long: other threads work meanwhile
    const auto begin = std::chrono::steady_clock::now();
    HttpResponse response = AnswerOf(question.request);
    const auto took = std::chrono::steady_clock::now() - begin;
    lock.lock();
    // What is behind anyway needs no place.
    std::erase_if(had_, [this](const auto& one) { return one.second <= now_; });
    had_[question.connection] = before + took;
    answers_.push_back({question.connection, std::move(response)});
    THRESH_CHECK(::eventfd_write(ready_.fd(), 1) == 0);
  }
}

}  // namespace thresh
