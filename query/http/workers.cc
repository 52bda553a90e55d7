#include "query/http/workers.h"

#include <sys/eventfd.h>

#include <new>
#include <utility>

#include "common/base/check.h"
#include "query/http/packing.h"
#include "query/http/reply.h"

namespace thresh {

HttpWorkers::HttpWorkers(HttpHandler* handler, std::size_t threads)
    : handler_(handler), ready_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  THRESH_CHECK(ready_.fd() >= 0 && threads > 0);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
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
  {
    const std::lock_guard lock(mutex_);
    questions_.push_back(std::move(question));
  }
  // Outside the lock, because the thread that wakes needs it at once.
  asked_.notify_one();
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

void HttpWorkers::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    asked_.wait(lock, [this] { return stop_ || !questions_.empty(); });
    if (stop_) return;
    const Question question = std::move(questions_.front());
    questions_.pop_front();
    lock.unlock();  // the handler takes long: other threads work meanwhile
    HttpResponse response = AnswerOf(question.request);
    lock.lock();
    answers_.push_back({question.connection, std::move(response)});
    THRESH_CHECK(::eventfd_write(ready_.fd(), 1) == 0);
  }
}

}  // namespace thresh
