// thresh-query serve.
#include <sys/signalfd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "common/cli/table.h"
#include "query/commands/command_factories.h"
#include "query/commands/store_options.h"
#include "query/http/server.h"
#include "query/live/live_store.h"
#include "query/live/store_watch.h"
#include "query/retrieve/presets.h"
#include "query/site/site.h"

namespace thresh {
namespace {

// Every thread has a searcher of its own for each store, with a block cache of up to 64 MiB.
constexpr double kMostAnswering = 64;
// A look reads two small files: CURRENT and the manifest.
constexpr std::chrono::milliseconds kLookEvery{1000};

void Say(std::string_view line) {
  std::fprintf(stderr, "thresh-query: %s\n", SafeText(line).c_str());
}

// SIGINT and SIGTERM as a descriptor that poll can wait for. The mask is inherited, so this has to
// be made before any other thread: a thread without the mask would be killed by the signal.
class StopSignals {
 public:
  StopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    THRESH_CHECK(pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0);
    socket_ = Socket(::signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC));
    THRESH_CHECK(socket_.fd() >= 0);
  }
  int fd() const { return socket_.fd(); }

 private:
  Socket socket_;
};

class ServeCommand : public Command {
 public:
  void Declare(Options& options) override {
    DeclareStores(options, &stores_,
                  "the store to search; a newer version is served as soon as it is published");
    options.Add("compare", &compare_, "DIR",
                "the same crawl built with --detector none, to show both rankings side by side");
    for (const WeightInfo& weight : WeightTable()) {
      if (weight.field == Field::kTemplate)
        options.Add(weight.name, &site_.template_weight, "X", weight.help);
    }
    options.Add("port,p", &port_, "N", "the port to listen at; 0: any free port");
    options.Bound("port", 0, std::numeric_limits<std::uint16_t>::max());
    options.Add("address", &address_, "IP",
                "the address to listen at; 0.0.0.0 or :: lets other machines in");
    options.Add(
        "name", &names_, "HOST",
        "a name or address by which other machines call this one; may be given several times");
    options.Add("public-url", &public_url_, "URL",
                "the address of the start page behind a proxy: links begin with its path, and its "
                "host is one more --name");
    options.Add("title", &site_.title, "TEXT", "the name of the search page");
    options.Add("allow-origin", &readers_, "ORIGIN",
                "another site whose pages may ask this server, for a search box of theirs: "
                "https://example.org; may be given several times");
    options.Add(
        "mcp", &mcp_, "",
        "also answers assistants, which post messages of the Model Context Protocol to /mcp");
    options.Add("threads", &threads_, "N",
                "requests that are answered at the same time, up to 64; 0: one for each core, but "
                "2 at least and 8 at most");
    options.Bound("threads", 0, kMostAnswering);
  }

  Status Run() override {
    if (threads_ == 0) threads_ = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
    THRESH_RETURN_IF_ERROR(ReadAddresses());
    // Before any step that may start a thread, for the reason that StopSignals gives.
    const StopSignals stop;
    std::signal(SIGPIPE, SIG_IGN);  // the program that reads stderr may have ended
    AllowDescriptors();
    // As many searchers as threads, with the one for cheap requests, so that no request waits for
    // one. The stores are opened before the port, because a browser that connects expects an
    // answer.
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<LiveStore> store,
                            LiveStore::Open(stores_, threads_ + 1));
    THRESH_RETURN_IF_ERROR(store->Borrow()->CheckTemplateShare(site_.template_weight));
    std::unique_ptr<LiveStore> compare;
    if (!compare_.empty()) {
      THRESH_ASSIGN_OR_RETURN(compare, LiveStore::Open(StoreNames{.stores = {compare_}}, threads_));
    }
    THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<HttpServer> server,
                            HttpServer::Open(ServerOptions()));
    const std::unique_ptr<HttpHandler> site = MakeSite(*store, compare.get(), site_);
    std::vector<LiveStore*> stores = {store.get()};
    if (compare != nullptr) stores.push_back(compare.get());
    // Declared after the stores: its thread reads them and must end before they are destroyed.
    const StoreWatch watch(std::move(stores), kLookEvery, &Say);
    THRESH_RETURN_IF_ERROR(Announce(server->port()));
    return server->Run(site.get(), stop.fd());
  }

 private:
  Status ReadAddresses() {
    if (!public_url_.empty()) {
      THRESH_ASSIGN_OR_RETURN(site_.at, ParsePublicUrl(public_url_));
      names_.push_back(site_.at.host);
    }
    for (const std::string& reader : readers_) {
      THRESH_ASSIGN_OR_RETURN(std::string origin, ParseOrigin(reader));
      site_.readers.push_back(std::move(origin));
    }
    return {};
  }

  HttpServerOptions ServerOptions() const {
    HttpServerOptions options;
    options.address = address_;
    options.port = static_cast<std::uint16_t>(port_);
    options.names = names_;
    // Other machines may use the address itself as the name in their Host header.
    options.names.push_back(address_);
    if (mcp_) options.post_path = site_.at.path + std::string(kMcpPath);
    options.threads = threads_;
    return options;
  }

  // Prints nothing but the address on stdout, and flushes it: programs wait for that line.
  Status Announce(std::uint16_t port) const {
    if (!IsLoopback(address_))
      Say("warning: everyone who can reach " + address_ + " can read the whole store");
    const bool everywhere = address_ == "0.0.0.0" || address_ == "::";
    // Browsers cannot open 0.0.0.0 on every system.
    std::string start = WebAddress(everywhere ? "localhost" : address_, port);
    if (!site_.at.path.empty()) start += site_.at.path.substr(1) + "/";
    Print(start + "\n");
    if (std::fflush(stdout) != 0) return ErrnoStatus(errno, "cannot write", "standard output");
    if (mcp_) Say("assistants ask at " + start.substr(0, start.size() - 1) + std::string(kMcpPath));
    Say("serving " + NamesText(stores_) + "; Ctrl-C stops");
    return {};
  }

  StoreNames stores_;
  std::string compare_, address_ = "127.0.0.1";
  std::string public_url_;
  std::vector<std::string> names_, readers_;
  SiteOptions site_;
  bool mcp_ = false;
  std::uint32_t port_ = 8080;
  std::uint32_t threads_ = 0;
};

}  // namespace

std::unique_ptr<Command> MakeServeCommand() { return std::make_unique<ServeCommand>(); }

}  // namespace thresh
