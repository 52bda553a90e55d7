// Socket: an open descriptor that is closed with its object, and the listener that connections come
// from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "common/base/status.h"

namespace thresh {

class Socket {
 public:
  Socket() = default;
  explicit Socket(int fd) : fd_(fd) {}
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Socket();
  int fd() const { return fd_; }  // -1: none

 private:
  int fd_ = -1;
};

struct Listener {
  Socket socket;  // does not block
  std::uint16_t port = 0;
};

// `address` is an IPv4 or IPv6 address, or localhost; port 0: any free one. kUsage: no such address
// here. kTryAgain: the port is taken. kCannotCreate: it may not be used.
Result<Listener> Listen(const std::string& address, std::uint16_t port);

// "http://127.0.0.1:8080/"
std::string WebAddress(const std::string& address, std::uint16_t port);

// Only programs of this machine can reach it.
bool IsLoopback(const std::string& address);

}  // namespace thresh
