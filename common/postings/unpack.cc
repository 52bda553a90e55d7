#include "common/postings/unpack.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace thresh {
namespace {

// Layout "BP128", Lemire & Boytsov 2015, 4: word w of lane l stands at 4w + l.
constexpr std::size_t kLanes = 4;
constexpr std::size_t kPerLane = kGroup / kLanes;
constexpr std::uint64_t kNoDoc = 0xffffffffU;

static_assert(std::endian::native == std::endian::little, "packed words are stored little-endian");

// A row of kernels has one function a width, so that every shift is a constant.
using Unpacker = void (*)(const char*, std::uint32_t*);
using Unpackers = std::array<Unpacker, kWidest + 1>;

// ---- any CPU

bool Always() { return true; }

template <unsigned kWidth>
void UnpackLanes(const char* lanes, std::uint32_t* numbers) {
  if constexpr (kWidth == 0) {
    std::fill_n(numbers, kGroup, 0U);
  } else {
    std::array<std::uint32_t, kLanes * kWidth> words;  // aligned, whatever the input is
    std::memcpy(words.data(), lanes, sizeof(words));
#pragma GCC unroll 32
    for (std::size_t i = 0; i < kPerLane; ++i) {
      const std::size_t shift = i * kWidth % 32;
      const std::uint32_t* word = words.data() + i * kWidth / 32 * kLanes;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        std::uint32_t v = word[lane] >> shift;
        if constexpr (32 % kWidth != 0) {  // else no number lies in two words
          if (shift + kWidth > 32) v |= word[kLanes + lane] << (32 - shift);
        }
        numbers[i * kLanes + lane] = v & (~0U >> (32 - kWidth));
      }
    }
  }
}

template <std::size_t... kWidths>
constexpr Unpackers UnpackersFor(std::index_sequence<kWidths...>) {
  return {UnpackLanes<kWidths>...};
}
constexpr Unpackers kUnpackers = UnpackersFor(std::make_index_sequence<kWidest + 1>());

void Unpack(const char* lanes, unsigned width, std::uint32_t* numbers) {
  kUnpackers[width](lanes, numbers);
}

bool Ascend(std::uint32_t first, std::uint32_t* gaps) {
  std::uint64_t next = first;
  for (std::size_t i = 0; i < kGroup; ++i) {
    next += gaps[i];
    gaps[i] = static_cast<std::uint32_t>(next++);
  }
  return next <= kNoDoc;  // no doc wrapped either: they only grow
}

// ---- x86-64 with AVX2: the four lanes at once

#if defined(__x86_64__)

// The four lanes fill one register of 128 bits. Wider registers would need another layout.
bool HasAvx2() { return __builtin_cpu_supports("avx2") != 0; }

template <unsigned kWidth>
[[gnu::target("avx2")]] void UnpackLanesAvx2(const char* lanes, std::uint32_t* numbers) {
  const auto* words = reinterpret_cast<const __m128i*>(lanes);
  auto* out = reinterpret_cast<__m128i*>(numbers);
  if constexpr (kWidth == 0) {
    for (std::size_t i = 0; i < kPerLane; ++i) _mm_storeu_si128(out + i, _mm_setzero_si128());
  } else {
    const __m128i mask = _mm_set1_epi32(static_cast<int>(~0U >> (32 - kWidth)));
#pragma GCC unroll 32
    for (std::size_t i = 0; i < kPerLane; ++i) {
      const std::size_t shift = i * kWidth % 32;
      const __m128i* word = words + i * kWidth / 32;
      __m128i v = _mm_srli_epi32(_mm_loadu_si128(word), static_cast<int>(shift));
      if (shift + kWidth > 32) {
        const __m128i high =
            _mm_slli_epi32(_mm_loadu_si128(word + 1), static_cast<int>(32 - shift));
        v = _mm_or_si128(v, high);
      }
      _mm_storeu_si128(out + i, _mm_and_si128(v, mask));
    }
  }
}

template <std::size_t... kWidths>
constexpr Unpackers Avx2UnpackersFor(std::index_sequence<kWidths...>) {
  return {UnpackLanesAvx2<kWidths>...};
}
constexpr Unpackers kAvx2Unpackers = Avx2UnpackersFor(std::make_index_sequence<kWidest + 1>());

void UnpackAvx2(const char* lanes, unsigned width, std::uint32_t* numbers) {
  kAvx2Unpackers[width](lanes, numbers);
}

// Eight gaps at once. Where every gap is below 2^24 the docs cannot wrap twice, and one comparison
// at the end finds a wrap.
[[gnu::target("avx2")]] bool AscendAvx2(std::uint32_t first, std::uint32_t* gaps) {
  constexpr std::size_t kRows = kGroup / 8;
  auto* rows = reinterpret_cast<__m256i*>(gaps);
  __m256i any = _mm256_setzero_si256();
  for (std::size_t i = 0; i < kRows; ++i) any = _mm256_or_si256(any, _mm256_loadu_si256(rows + i));
  if (_mm256_testz_si256(any, _mm256_set1_epi32(static_cast<int>(0xff000000U))) == 0)
    return Ascend(first, gaps);
  const __m256i ones = _mm256_set1_epi32(1), last_number = _mm256_set1_epi32(7);
  __m256i before = _mm256_set1_epi32(static_cast<int>(first - 1));  // the doc before, everywhere
  for (std::size_t i = 0; i < kRows; ++i) {
    __m256i v = _mm256_add_epi32(_mm256_loadu_si256(rows + i), ones);
    // Two shifted additions make running sums of each half: of pairs first, then of all four. Then
    // the sum of the lower half is added to the upper one.
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 4));
    v = _mm256_add_epi32(v, _mm256_slli_si256(v, 8));
    const __m256i halves = _mm256_shuffle_epi32(v, 0xff);
    v = _mm256_add_epi32(v, _mm256_permute2x128_si256(halves, halves, 0x08));
    // The sum of the row is added apart from the row itself: one addition a row waits for the one
    // before.
    const __m256i sum = _mm256_permutevar8x32_epi32(v, last_number);
    _mm256_storeu_si256(rows + i, _mm256_add_epi32(v, before));
    before = _mm256_add_epi32(before, sum);
  }
  // 128 gaps of less than 2^24 sum up to less than 2^32, so a wrap leaves the last doc below
  // `first`.
  const std::uint32_t last = gaps[kGroup - 1];
  return last >= first && last < kNoDoc;
}

#endif

constexpr std::array kKernels = {
    UnpackKernels{"portable", &Always, &Unpack, &Ascend},
#if defined(__x86_64__)
    UnpackKernels{"avx2", &HasAvx2, &UnpackAvx2, &AscendAvx2},
#endif
};

}  // namespace

std::span<const UnpackKernels> UnpackKernelTable() { return kKernels; }

const UnpackKernels& BestUnpackKernels() {
  // Rows go from the slowest to the fastest, so the last one that runs here is the best. The CPU
  // is asked once.
  static const UnpackKernels& best = *std::find_if(
      kKernels.rbegin(), kKernels.rend(), [](const UnpackKernels& row) { return row.runs_here(); });
  return best;
}

}  // namespace thresh
