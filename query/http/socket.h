// Socket: an open descriptor that is closed with its object. Listen: the socket that connections
// come from.
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
  int fd() const { return fd_; }  // -1: there is no descriptor

 private:
  int fd_ = -1;
};

struct Listener {
  Socket socket;  // does not block
  std::uint16_t port = 0;
};

// Listens at an IPv4 or IPv6 address, or "localhost". Port 0 stands for any free port. kUsage if
// this machine has no such address, kTryAgain if the port is taken, kCannotCreate if it is not
// permitted.
Result<Listener> Listen(const std::string& address, std::uint16_t port);

// "http://127.0.0.1:8080/"
std::string WebAddress(const std::string& address, std::uint16_t port);

// Whether only programs of this machine can reach the address.
bool IsLoopback(const std::string& address);

}  // namespace thresh
