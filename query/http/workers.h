// HttpWorkers: the threads that answer requests, in the order in which they came. They see no
// socket: a browser that sends or reads slowly keeps none of them busy.
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
  // `handler` must outlive it.
  HttpWorkers(HttpHandler* handler, std::size_t threads);
  // What is in work is finished; what waits is not begun.
  ~HttpWorkers();

  // One thread asks and takes. As many wait as it asks: there is one question a connection at most.
  void Ask(Question question);
  std::vector<Answer> TakeAnswers();
  // Readable while there may be answers.
  int ready_fd() const { return ready_.fd(); }

 private:
  void Work();
  HttpHandler* handler_;
  Socket ready_;
  std::mutex mutex_;  // guards what stands below
  std::condition_variable asked_;
  std::deque<Question> questions_;
  std::vector<Answer> answers_;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // not guarded: the owner's
};

}  // namespace thresh
