// The names that a source gives its pages: URL and date as the store keeps them. All readers use
// these functions. No state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thresh {

// The name of a folder, even if it is given as "." or "mirror/". "localhost" for the root folder.
std::string FolderName(const std::string& folder);
// The name of the folder of each input: of the input itself, or of an html file's folder. Folders
// of different places that have the same name, which is no host's, get the names of the folders
// above them as well: a/html and b/html are "a-html" and "b-html". Else their pages would have the
// same URLs, and those of the last folder would replace the others. Empty for any other input.
std::vector<std::string> FolderNames(const std::vector<std::string>& inputs);
// The URL prefix of pages that carry no URL: `base_url` (--base-url), or http://NAME/. It ends with
// a slash.
std::string BaseUrl(const std::string& base_url, const std::string& name);

// Whether a folder is named like a host: example.org, 192.0.2.7, localhost, and each with a port,
// which wget writes behind ":" or "+".
bool IsHostName(std::string_view name);

// Percent-encodes a path for a URL: all but pchar and "/" (RFC 3986, 3.3), so also "%", "?" and
// "#".
std::string EncodePath(std::string_view path);
// Repairs a URL as archives write it: takes "<...>" off, and percent-encodes blanks, control
// characters and bytes over 127.
std::string CleanUrl(std::string_view url);
// "20080430204825" as 2008-04-30T20:48:25Z. Anything else comes back as it is.
std::string IsoDate(std::string_view date);

}  // namespace thresh
