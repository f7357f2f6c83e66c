"""Single machine instructions and small vector loops that the fast kernels are made of.

The builtins of gcc and clang become one instruction each; other compilers get plain C with the same meaning.
"""

from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t

cdef extern from *:
    """
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
    int lowest_bit "stolik_lowest_bit" (uint32_t bits) noexcept nogil  # the number of the lowest bit set; not for 0


cdef enum:
    LANES = 8  # numbers in a vector of int16: one more than a rack has tiles


cdef inline uint64_t splitmix(uint64_t state) noexcept nogil:
    """The output of the generator splitmix64 whose state, already advanced, is this."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ULL
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBULL
    return state ^ (state >> 31)


cdef inline int32_t dot(const int16_t* a, const int16_t* b) noexcept nogil:
    """The sum of products; the compiler makes vector instructions of it."""
    cdef int32_t total = 0
    cdef int i
    for i in range(LANES):
        total += <int32_t> a[i] * <int32_t> b[i]
    return total


cdef inline void raise_to(int16_t* highest, const int16_t* other) noexcept nogil:
    """Element by element the higher one."""
    cdef int i
    for i in range(LANES):
        highest[i] = highest[i] if highest[i] > other[i] else other[i]
