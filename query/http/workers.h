// HttpWorkers: the threads that answer requests, in the order of their arrival. They see no socket,
// so that a browser that sends or reads slowly keeps none of them busy. The server's thread, its
// owner, asks and takes answers; nobody else may call it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "query/http/http.h"
#include "query/http/socket.h"

namespace thresh {

class HttpWorkers {
 public:
  struct Question {
    std::uint64_t connection = 0;
    HttpRequest request = {};
  };
  struct Answer {
    std::uint64_t connection = 0;
    HttpResponse response = {};
  };
  // Starts the threads. `handler` must outlive this.
  HttpWorkers(HttpHandler* handler, std::size_t threads);
  // Waits for the requests that are being answered. Requests that still wait are not begun.
  ~HttpWorkers();

  // Adds a request to the queue. The queue has no limit of its own: a connection asks again only
  // when it has its answer, so there are never more questions than connections.
  void Ask(Question question);
  // All answers since the last call, perhaps none. Does not wait.
  std::vector<Answer> TakeAnswers();
  // Readable while there may be answers.
  int ready_fd() const { return ready_.fd(); }

 private:
  void Work();
  HttpResponse AnswerOf(const HttpRequest& request);
  HttpHandler* handler_;
  Socket ready_;      // an eventfd
  std::mutex mutex_;  // guards the members below, except threads_
  std::condition_variable asked_;
  std::deque<Question> questions_;
  std::vector<Answer> answers_;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // only the owner uses it
};

}  // namespace thresh
