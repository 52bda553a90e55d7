// thresh-query mcp.
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/commands/store_options.h"
#include "query/live/live_store.h"
#include "query/live/store_watch.h"
#include "query/mcp/line_reader.h"
#include "query/mcp/session.h"

namespace thresh {
namespace {

// As in serve: a look reads two small files.
constexpr std::chrono::milliseconds kLookEvery{1000};

void Say(std::string_view line) {
  std::fprintf(stderr, "thresh-query: %s\n", SafeText(line).c_str());
}

// Returns false if nobody reads standard output any more, which ends a conversation in order.
Result<bool> WriteWhole(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) return false;
    if (written < 0) return ErrnoStatus(errno, "cannot write", "standard output");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

class McpCommand : public Command {
 public:
  void Declare(Options& options) override {
    DeclareStores(options, &stores_,
                  "the store to answer from; a newer version is read as soon as it is published");
  }

  Status Run() override {
    std::signal(SIGPIPE, SIG_IGN);
    AllowDescriptors();
    // One message is answered at a time, so one searcher is enough.
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<LiveStore> store, LiveStore::Open(stores_, 1));
    const StoreWatch watch({store.get()}, kLookEvery, &Say);
    if (::isatty(STDIN_FILENO) != 0)
      Say("an assistant starts this command and speaks JSON-RPC to it, a message a line; Ctrl-D "
          "ends it");
    SharedGraph graph;
    McpSession session(
        [&](const auto& answer) {
          const LiveStore::Lease searcher = store->Borrow();
          answer(*searcher);
        },
        &graph);
    return Converse(&session);
  }

 private:
  // Until standard input ends or nobody reads the answers.
  static Status Converse(McpSession* session) {
    LineReader lines(STDIN_FILENO, kMostMessageBytes);
    std::string line;
    for (;;) {
      THRESH_ASSIGN_OR_RETURN(const LineReader::Kind kind, lines.Next(&line));
      if (kind == LineReader::Kind::kEnd) return {};
      const std::string answer =
          kind == LineReader::Kind::kTooLong ? McpSession::AnswerTooLong() : session->Answer(line);
      THRESH_ASSIGN_OR_RETURN(const bool read, WriteWhole(answer));
      if (!read) return {};
    }
  }

  StoreNames stores_;
};

}  // namespace

std::unique_ptr<Command> MakeMcpCommand() { return std::make_unique<McpCommand>(); }

}  // namespace thresh
