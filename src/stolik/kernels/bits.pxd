"""Single machine instructions and vectors of eight numbers that the fast kernels are made of.

Every 64-bit x86 processor has the vector instructions used here (SSE2), so that no compiler flag is needed; the
builtins are those of gcc and clang. Elsewhere plain C with the same meaning takes their place.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>

    #if defined(__SSE2__)
      #include <emmintrin.h>
      static inline int32_t stolik_dot(const int16_t *a, const int16_t *b) {
        __m128i sum = _mm_madd_epi16(_mm_loadu_si128((const __m128i *) a), _mm_loadu_si128((const __m128i *) b));
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
        return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1)));
      }
      static inline void stolik_raise_if(int16_t *highest, const int16_t *other, int condition) {
        __m128i raised = _mm_and_si128(_mm_loadu_si128((const __m128i *) other), _mm_set1_epi16((short) -condition));
        raised = _mm_max_epi16(raised, _mm_loadu_si128((const __m128i *) highest));
        _mm_storeu_si128((__m128i *) highest, raised);
      }
    #else
      static inline int32_t stolik_dot(const int16_t *a, const int16_t *b) {
        int32_t sum = 0;
        for (int i = 0; i < 8; i++) sum += a[i] * b[i];
        return sum;
      }
      static inline void stolik_raise_if(int16_t *highest, const int16_t *other, int condition) {
        for (int i = 0; i < 8; i++) if (condition && highest[i] < other[i]) highest[i] = other[i];
      }
    #endif

    static inline uint64_t stolik_big_endian(const uint8_t *b) {  /* compilers know this as one load */
      return (uint64_t) b[0] << 56 | (uint64_t) b[1] << 48 | (uint64_t) b[2] << 40 | (uint64_t) b[3] << 32
        | (uint64_t) b[4] << 24 | (uint64_t) b[5] << 16 | (uint64_t) b[6] << 8 | (uint64_t) b[7];
    }

    #if defined(__GNUC__)
      #define stolik_prefetch(p) __builtin_prefetch(p)
      #define stolik_lowest_bit(x) __builtin_ctz(x)
    #else
      #define stolik_prefetch(p) ((void) (p))
      static int stolik_lowest_bit(unsigned int x) {
        int n = 0;
        while (!(x & 1)) { x >>= 1; n++; }
        return n;
      }
    #endif
    """
    void prefetch "stolik_prefetch" (const void* address) noexcept nogil
    uint64_t big_endian "stolik_big_endian" (const uint8_t* bytes) noexcept nogil  # 8 of them, the first counts most
    int lowest_bit "stolik_lowest_bit" (uint32_t bits) noexcept nogil  # the number of the lowest bit set; not for 0

    # on eight numbers each: the sum of products, and place by place the higher one if the condition is 1 and not 0
    int32_t dot "stolik_dot" (const int16_t* a, const int16_t* b) noexcept nogil
    void raise_if "stolik_raise_if" (int16_t* highest, const int16_t* other, int condition) noexcept nogil


cdef enum:
    LANES = 8  # numbers in a vector of int16: one more than a rack has tiles


cdef inline uint64_t splitmix(uint64_t state) noexcept nogil:
    """The output of the generator splitmix64 whose state, already advanced, is this."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ULL
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBULL
    return state ^ (state >> 31)
