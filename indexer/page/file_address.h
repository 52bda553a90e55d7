// The addresses of pages that are files, as a mirror names them. wget writes the query of an
// address into the name of the file, and so do the links of a mirror that it has made browsable.
// Pure functions.
#pragma once

#include <string>

namespace thresh {

// A canonical URL whose last part holds a query, "page%3Fid=3" or, as wget writes for Windows,
// "page@id=3", with the query outside of the path: "page?id=3". All others stay as they are.
std::string FileAddress(std::string url);

}  // namespace thresh
