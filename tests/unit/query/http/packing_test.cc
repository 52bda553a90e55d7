#include "query/http/packing.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

HttpResponse Packed(bool wanted, std::size_t bytes) {
  HttpRequest request;
  request.gzip = wanted;
  HttpResponse response;
  response.body.assign(bytes, 'a');
  PackBody(request, &response);
  return response;
}

TEST(PackBody, PacksLongBodiesForThoseWhoTakeThem) {
  const HttpResponse packed = Packed(true, 100'000);
  EXPECT_TRUE(packed.packed);
  EXPECT_LT(packed.body.size(), 1000U);
  EXPECT_TRUE(packed.body.starts_with("\x1f\x8b"));
  for (const HttpResponse& plain : {Packed(false, 100'000), Packed(true, 1023), Packed(true, 0)}) {
    EXPECT_FALSE(plain.packed);
    EXPECT_EQ(plain.body.find_first_not_of('a'), std::string::npos);
  }
  EXPECT_TRUE(Packed(true, 1024).packed);
}

}  // namespace
}  // namespace thresh
