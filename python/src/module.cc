// thresh_index._core: what the Python files of the package call. Text goes in as UTF-8 bytes,
// because a str cannot hold every file name, and comes out as str, most of it JSON.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "common/base/version.h"
#include "indexer/build/commands.h"
#include "indexer/page/links.h"
#include "python/src/command.h"
#include "python/src/snapshot.h"
#include "python/src/snapshot_table.h"
#include "query/commands/commands.h"

namespace thresh {
namespace {

namespace nb = nanobind;

std::string Bytes(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

std::vector<std::string> ListOfBytes(const nb::list& list) {
  std::vector<std::string> items;
  items.reserve(list.size());
  for (const nb::handle item : list) items.push_back(Bytes(nb::cast<nb::bytes>(item)));
  return items;
}

Snapshot::Topics TopicsOf(const nb::list& list) {
  Snapshot::Topics topics;
  topics.reserve(list.size());
  for (const nb::handle pair : list)
    topics.emplace_back(Bytes(nb::cast<nb::bytes>(pair[0])), Bytes(nb::cast<nb::bytes>(pair[1])));
  return topics;
}

void AddSnapshot(nb::module_& module) {
  nb::class_<Snapshot>(module, "Snapshot")
      .def_static("open",
                  [](const nb::list& stores) { return Snapshot::Open(ListOfBytes(stores)); })
      .def("search",
           [](Snapshot& s, const nb::list& flags) { return s.Search(ListOfBytes(flags)); })
      .def("explain", [](Snapshot& s, const nb::bytes& page) { return s.Explain(Bytes(page)); })
      .def("templates", [](Snapshot& s, const nb::bytes& site,
                           std::size_t limit) { return s.Templates(Bytes(site), limit); })
      .def("statistics", &Snapshot::Statistics)
      .def("dump", &Snapshot::Dump)
      .def("search_many",
           [](Snapshot& s, const nb::list& topics, const nb::list& terms, const nb::list& flags) {
             return s.SearchMany(TopicsOf(topics), terms, ListOfBytes(flags));
           })
      .def("expand_many",
           [](Snapshot& s, const nb::list& topics, const nb::list& flags) {
             return s.ExpandMany(TopicsOf(topics), ListOfBytes(flags));
           })
      .def("find", [](Snapshot& s, const nb::bytes& page) { return s.Find(Bytes(page)); })
      .def("range", [](Snapshot& s, const nb::bytes& site) { return s.Range(Bytes(site)); })
      .def("markdown", &Snapshot::Markdown);
  module.def("table", &TableCapsule);
  nb::class_<SnapshotWalk>(module, "Walk")
      .def(nb::init<std::shared_ptr<Snapshot>, std::uint32_t, std::uint32_t, bool>())
      .def("next", &SnapshotWalk::Next);
}

}  // namespace
}  // namespace thresh

NB_MODULE(_core, module) {
  using thresh::IndexCommands;
  using thresh::QueryCommands;
  module.attr("version") = thresh::PythonText(thresh::kVersion);
  // The arguments of the program and who gets its progress, to what the command prints.
  const nanobind::arg arguments("arguments");
  const auto progress = nanobind::arg("progress").none();
  module.def(
      "index",
      [](const nanobind::list& words, const nanobind::object& told) {
        return thresh::RunPythonCommand({"thresh-index", "", IndexCommands()},
                                        thresh::ListOfBytes(words), told);
      },
      arguments, progress);
  module.def(
      "query",
      [](const nanobind::list& words, const nanobind::object& told) {
        return thresh::RunPythonCommand({"thresh-query", "", QueryCommands()},
                                        thresh::ListOfBytes(words), told);
      },
      arguments, progress);
  // The address under which a build stores a page.
  module.def("canonical_address", [](const nanobind::bytes& address) {
    return thresh::PythonText(thresh::CanonicalUrl(thresh::Bytes(address)));
  });
  thresh::AddSnapshot(module);
}
