// HttpWorkers: the threads that answer requests. They see no socket, so that a browser that sends
// or reads slowly keeps none of them busy. The server's thread, its owner, asks and takes answers;
// nobody else may call it.
//
// Connections take turns by the time that their answers took: a request waits until each other
// connection that waits has had as much as its own (start-time fair queueing). So one that has not
// asked yet comes before those that have had dear answers, however many requests these send ahead.
// Cheap requests have a thread of their own beside the others, and wait for nothing else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
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
  // Starts the threads, and one more for cheap requests. `handler` must outlive this.
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
  // The time that its connection had before a request, and its number: the next comes first.
  using Turn = std::pair<std::chrono::nanoseconds, std::uint64_t>;
  using Waiting = std::map<Turn, Question>;
  void Work(Waiting* waiting);
  Turn TurnOf(std::uint64_t connection);
  HttpResponse AnswerOf(const HttpRequest& request);
  HttpHandler* handler_;
  Socket ready_;      // an eventfd
  std::mutex mutex_;  // guards the members below, except threads_
  std::condition_variable asked_;
  Waiting waiting_, cheap_;
  std::uint64_t asked_before_ = 0;
  std::chrono::nanoseconds now_{0};  // what the request that was begun last had before
  // The time that connections have had, of those that are ahead of now_.
  std::map<std::uint64_t, std::chrono::nanoseconds> had_;
  std::vector<Answer> answers_;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // only the owner uses it
};

}  // namespace thresh
