#include "indexer/page/entities.h"

#include <algorithm>
#include <array>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "indexer/page/utf8_writer.h"

namespace thresh {
namespace {

struct Entity {
  std::string_view name;
  char32_t code;
};

// HTML 4.01, 24: character entity references, in byte order of their names. They are the part of
// https://html.spec.whatwg.org/multipage/named-characters.html that old pages use.
// clang-format off
constexpr std::array<Entity, 252> kEntities = {{
    {"AElig", 198}, {"Aacute", 193}, {"Acirc", 194}, {"Agrave", 192}, {"Alpha", 913}, {"Aring", 197},
    {"Atilde", 195}, {"Auml", 196}, {"Beta", 914}, {"Ccedil", 199}, {"Chi", 935}, {"Dagger", 8225},
    {"Delta", 916}, {"ETH", 208}, {"Eacute", 201}, {"Ecirc", 202}, {"Egrave", 200}, {"Epsilon", 917},
    {"Eta", 919}, {"Euml", 203}, {"Gamma", 915}, {"Iacute", 205}, {"Icirc", 206}, {"Igrave", 204},
    {"Iota", 921}, {"Iuml", 207}, {"Kappa", 922}, {"Lambda", 923}, {"Mu", 924}, {"Ntilde", 209}, {"Nu", 925},
    {"OElig", 338}, {"Oacute", 211}, {"Ocirc", 212}, {"Ograve", 210}, {"Omega", 937}, {"Omicron", 927},
    {"Oslash", 216}, {"Otilde", 213}, {"Ouml", 214}, {"Phi", 934}, {"Pi", 928}, {"Prime", 8243},
    {"Psi", 936}, {"Rho", 929}, {"Scaron", 352}, {"Sigma", 931}, {"THORN", 222}, {"Tau", 932},
    {"Theta", 920}, {"Uacute", 218}, {"Ucirc", 219}, {"Ugrave", 217}, {"Upsilon", 933}, {"Uuml", 220},
    {"Xi", 926}, {"Yacute", 221}, {"Yuml", 376}, {"Zeta", 918}, {"aacute", 225}, {"acirc", 226},
    {"acute", 180}, {"aelig", 230}, {"agrave", 224}, {"alefsym", 8501}, {"alpha", 945}, {"amp", 38},
    {"and", 8743}, {"ang", 8736}, {"aring", 229}, {"asymp", 8776}, {"atilde", 227}, {"auml", 228},
    {"bdquo", 8222}, {"beta", 946}, {"brvbar", 166}, {"bull", 8226}, {"cap", 8745}, {"ccedil", 231},
    {"cedil", 184}, {"cent", 162}, {"chi", 967}, {"circ", 710}, {"clubs", 9827}, {"cong", 8773},
    {"copy", 169}, {"crarr", 8629}, {"cup", 8746}, {"curren", 164}, {"dArr", 8659}, {"dagger", 8224},
    {"darr", 8595}, {"deg", 176}, {"delta", 948}, {"diams", 9830}, {"divide", 247}, {"eacute", 233},
    {"ecirc", 234}, {"egrave", 232}, {"empty", 8709}, {"emsp", 8195}, {"ensp", 8194}, {"epsilon", 949},
    {"equiv", 8801}, {"eta", 951}, {"eth", 240}, {"euml", 235}, {"euro", 8364}, {"exist", 8707},
    {"fnof", 402}, {"forall", 8704}, {"frac12", 189}, {"frac14", 188}, {"frac34", 190}, {"frasl", 8260},
    {"gamma", 947}, {"ge", 8805}, {"gt", 62}, {"hArr", 8660}, {"harr", 8596}, {"hearts", 9829},
    {"hellip", 8230}, {"iacute", 237}, {"icirc", 238}, {"iexcl", 161}, {"igrave", 236}, {"image", 8465},
    {"infin", 8734}, {"int", 8747}, {"iota", 953}, {"iquest", 191}, {"isin", 8712}, {"iuml", 239},
    {"kappa", 954}, {"lArr", 8656}, {"lambda", 955}, {"lang", 9001}, {"laquo", 171}, {"larr", 8592},
    {"lceil", 8968}, {"ldquo", 8220}, {"le", 8804}, {"lfloor", 8970}, {"lowast", 8727}, {"loz", 9674},
    {"lrm", 8206}, {"lsaquo", 8249}, {"lsquo", 8216}, {"lt", 60}, {"macr", 175}, {"mdash", 8212},
    {"micro", 181}, {"middot", 183}, {"minus", 8722}, {"mu", 956}, {"nabla", 8711}, {"nbsp", 160},
    {"ndash", 8211}, {"ne", 8800}, {"ni", 8715}, {"not", 172}, {"notin", 8713}, {"nsub", 8836},
    {"ntilde", 241}, {"nu", 957}, {"oacute", 243}, {"ocirc", 244}, {"oelig", 339}, {"ograve", 242},
    {"oline", 8254}, {"omega", 969}, {"omicron", 959}, {"oplus", 8853}, {"or", 8744}, {"ordf", 170},
    {"ordm", 186}, {"oslash", 248}, {"otilde", 245}, {"otimes", 8855}, {"ouml", 246}, {"para", 182},
    {"part", 8706}, {"permil", 8240}, {"perp", 8869}, {"phi", 966}, {"pi", 960}, {"piv", 982},
    {"plusmn", 177}, {"pound", 163}, {"prime", 8242}, {"prod", 8719}, {"prop", 8733}, {"psi", 968},
    {"quot", 34}, {"rArr", 8658}, {"radic", 8730}, {"rang", 9002}, {"raquo", 187}, {"rarr", 8594},
    {"rceil", 8969}, {"rdquo", 8221}, {"real", 8476}, {"reg", 174}, {"rfloor", 8971}, {"rho", 961},
    {"rlm", 8207}, {"rsaquo", 8250}, {"rsquo", 8217}, {"sbquo", 8218}, {"scaron", 353}, {"sdot", 8901},
    {"sect", 167}, {"shy", 173}, {"sigma", 963}, {"sigmaf", 962}, {"sim", 8764}, {"spades", 9824},
    {"sub", 8834}, {"sube", 8838}, {"sum", 8721}, {"sup", 8835}, {"sup1", 185}, {"sup2", 178}, {"sup3", 179},
    {"supe", 8839}, {"szlig", 223}, {"tau", 964}, {"there4", 8756}, {"theta", 952}, {"thetasym", 977},
    {"thinsp", 8201}, {"thorn", 254}, {"tilde", 732}, {"times", 215}, {"trade", 8482}, {"uArr", 8657},
    {"uacute", 250}, {"uarr", 8593}, {"ucirc", 251}, {"ugrave", 249}, {"uml", 168}, {"upsih", 978},
    {"upsilon", 965}, {"uuml", 252}, {"weierp", 8472}, {"xi", 958}, {"yacute", 253}, {"yen", 165},
    {"yuml", 255}, {"zeta", 950}, {"zwj", 8205}, {"zwnj", 8204}
}};
// clang-format on

// HTML standard, 13.2.5.80 "numeric character reference end state": the numbers 128 to 159 mean the
// characters of windows-1252.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

constexpr std::size_t kLongestName = 8;  // thetasym

int Digit(char c, unsigned base) { return base == 16 || IsAsciiDigit(c) ? HexDigit(c) : -1; }

char32_t Repaired(char32_t code) {
  if (code >= 0x80 && code < 0xa0) return kWindows1252[code - 0x80];
  return code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? U'\uFFFD' : code;
}

// Old pages leave the semicolon out, and browsers decode such references.
std::size_t AfterSemicolon(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == ';' ? at + 1 : at;
}

// REQUIRES: `text` starts with "&#".
std::size_t DecodeNumber(std::string_view text, std::string* out) {
  const bool hex = text.size() > 2 && AsciiLower(text[2]) == 'x';
  const unsigned base = hex ? 16 : 10;
  const std::size_t first = hex ? 3 : 2;
  std::size_t at = first;
  char32_t code = 0;
  for (int digit = 0; at < text.size() && (digit = Digit(text[at], base)) >= 0; ++at) {
    // Digits without end must not overflow. Repaired makes U+FFFD of whatever is too large.
    code = std::min<char32_t>(code * base + static_cast<unsigned>(digit), kMalformed);
  }
  if (at == first) return 0;
  PutUtf8(Repaired(code), out);
  return AfterSemicolon(text, at);
}

}  // namespace

std::size_t DecodeEntity(std::string_view text, std::string* out) {
  if (text.size() > 1 && text[1] == '#') return DecodeNumber(text, out);
  std::size_t end = 1;
  while (end < text.size() && end <= kLongestName &&
         (IsAsciiAlpha(text[end]) || IsAsciiDigit(text[end])))
    ++end;
  const std::string_view name = text.substr(1, end - 1);
  // Letter case counts: "Prime" and "prime" are two characters.
  const auto* entity =
      std::lower_bound(kEntities.begin(), kEntities.end(), name,
                       [](const Entity& e, std::string_view n) { return e.name < n; });
  if (entity == kEntities.end() || entity->name != name) return 0;
  PutUtf8(entity->code, out);
  return AfterSemicolon(text, end);
}

void DecodeEntities(std::string_view text, std::string* out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t ampersand = std::min(text.find('&', at), text.size());
    out->append(text.substr(at, ampersand - at));
    if (ampersand == text.size()) return;
    const std::size_t length = DecodeEntity(text.substr(ampersand), out);
    if (length == 0) out->push_back('&');
    at = ampersand + std::max<std::size_t>(length, 1);
  }
}

}  // namespace thresh
