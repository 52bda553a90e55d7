#include "python/src/python_error.h"

namespace thresh {

void Raise(const Status& status) {
  const nanobind::object error =
      nanobind::module_::import_("thresh_index.errors")
          .attr("error_of")(static_cast<int>(status.code()), PythonText(status.message()));
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nanobind::python_error();
}

nanobind::str PythonText(std::string_view text) {
  PyObject* const decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) throw nanobind::python_error();
  return nanobind::steal<nanobind::str>(decoded);
}

}  // namespace thresh
