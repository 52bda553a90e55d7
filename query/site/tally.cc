#include "query/site/tally.h"

#include <algorithm>
#include <cstddef>

namespace thresh {
namespace {

std::string Metric(const std::string& name, const char* type, const std::string& what) {
  return "# HELP " + name + " " + what + "\n# TYPE " + name + " " + type + "\n";
}

}  // namespace

void RequestTally::Answered(int status) {
  const int kind = std::clamp(status / 100, 0, static_cast<int>(kClasses) - 1);
  answers_[static_cast<std::size_t>(kind)].fetch_add(1, std::memory_order_relaxed);
}

void RequestTally::AddRefused(int status) {
  Answered(status);
  const int known = std::clamp(status, 0, static_cast<int>(kStatuses) - 1);
  refused_[static_cast<std::size_t>(known)].fetch_add(1, std::memory_order_relaxed);
}

void RequestTally::Add(int status, std::chrono::steady_clock::duration time) {
  Answered(status);
  const auto passed = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  microseconds_.fetch_add(static_cast<std::uint64_t>(passed), std::memory_order_relaxed);
}

std::string RequestTally::Text(const Statistics& store) const {
  std::string text = Metric("thresh_requests_total", "counter", "Requests answered, by status.");
  for (std::size_t kind = 2; kind < kClasses; ++kind)
    text += "thresh_requests_total{status=\"" + std::to_string(kind) + "xx\"} " +
            std::to_string(answers_[kind].load(std::memory_order_relaxed)) + "\n";
  const std::uint64_t all = microseconds_.load(std::memory_order_relaxed);
  std::string fraction = std::to_string(all % 1'000'000);
  fraction.insert(0, 6 - fraction.size(), '0');
  text += Metric("thresh_request_seconds_total", "counter", "Time spent on answers.");
  text += "thresh_request_seconds_total " + std::to_string(all / 1'000'000) + "." + fraction + "\n";
  text += Metric("thresh_requests_refused_total", "counter",
                 "Requests refused before they were read, by status.");
  for (std::size_t status = 0; status < kStatuses; ++status) {
    const std::uint64_t count = refused_[status].load(std::memory_order_relaxed);
    if (count == 0) continue;
    text += "thresh_requests_refused_total{status=\"" + std::to_string(status) + "\"} " +
            std::to_string(count) + "\n";
  }
  text += Metric("thresh_connections_dropped_total", "counter",
                 "Connections closed while their client lacked an answer, by reason.");
  for (std::size_t why = 0; why < kHttpDropNames.size(); ++why)
    text += "thresh_connections_dropped_total{why=\"" + std::string(kHttpDropNames[why]) + "\"} " +
            std::to_string(dropped_[why].load(std::memory_order_relaxed)) + "\n";
  text += Metric("thresh_pages", "gauge", "Pages of the store that is served.");
  text += "thresh_pages " + std::to_string(store.docs) + "\n";
  text += Metric("thresh_templates", "gauge", "Templates of the store that is served.");
  text += "thresh_templates " + std::to_string(store.templates) + "\n";
  return text;
}

}  // namespace thresh
