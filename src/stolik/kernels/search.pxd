"""The search of the best move. See search.pyx."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from stolik.kernels.leaves cimport LeaveTable
from stolik.kernels.lines cimport N, Change, Interval, Lines
from stolik.kernels.racks cimport Rack, SubRack
from stolik.kernels.wordmap cimport Pairs

cdef enum:
    MEMOS = 128
    CANDIDATES = 512
    BUCKETS = 1024
    PAIRS = 1024
    POINT = 1000  # equity of a point
    KEY_SHIFT = 1 << 21  # more than any score

cdef struct Play:  # laid out as a record of movegen.pyx
    uint8_t[15] word
    uint8_t length
    int64_t score
    uint16_t placed
    uint8_t row
    uint8_t col
    uint8_t down
    uint8_t[3] padding

cdef struct Bid:  # the most an interval can bring
    int32_t points
    int32_t equity
    int32_t restricted_points  # those of its restricted squares
    int32_t interval  # its index

cdef struct Memo:  # which sub-racks make a word with the tiles taken in
    uint64_t known
    uint64_t hits
    uint32_t[35] letters  # with one blank: which letters it may be

cdef struct Candidate:
    uint64_t hash
    uint32_t word
    uint32_t sub

cdef struct Visit:  # an interval with what may win there
    const Interval* interval
    int place
    int64_t key  # the most it can bring
    int n_chosen
    int[35] chosen  # sub-racks that may win
    int64_t[35] keys  # the most each of them can bring
    uint32_t[7] sets  # letters that fit its restricted squares


cdef class Search(Lines):
    cdef LeaveTable leaves
    cdef uint8_t[::1] counts  # the rack
    cdef Rack* rack  # its own, or one that was prepared elsewhere
    cdef Rack own_rack
    cdef bint found
    cdef Play best_play
    cdef int32_t best_equity
    cdef int64_t best_key
    cdef int best_place
    cdef int16_t[960] highest  # value of a tile of the rack that fits, by line and column
    cdef uint32_t[30] hopeless  # columns where nothing of the rack fits
    cdef int n_bids
    cdef Bid[3150] bids
    cdef uint16_t[3150] order
    cdef uint16_t[1024] buckets
    cdef uint64_t[128] memo_keys
    cdef Memo[128] memos
    cdef Pairs[1024] pairs  # what two blanks may be; of no rack or board in particular
    cdef Visit[2] visits  # one being made ready, one ready
    # the interval being looked at
    cdef const Interval* here
    cdef int place
    cdef uint32_t[7] sets  # letters that fit its restricted squares
    cdef int[35] chosen  # sub-racks that may make a word there
    cdef int64_t[35] keys
    cdef uint32_t[35] letters  # what the blank of each may be
    cdef uint8_t[7] spots  # places of the word where a tile is laid
    cdef int16_t[7] counting  # how many times each of them counts
    cdef uint64_t[2] fixed_mask
    cdef uint64_t[2] fixed_letters
    cdef int n_candidates
    cdef Candidate[512] candidates

    cdef int search(self, bint with_leaves) except -1 nogil
    cdef int forget(self) noexcept nogil
    cdef int search_lines(self, uint32_t lines) except -1 nogil
    cdef int lay_best(self) except -1 nogil
    cdef int rate_columns(self, int line) except -1 nogil
    cdef int bid_line(self, int line) except -1 nogil
    cdef int sort_bids(self) except -1 nogil
    cdef int64_t needed(self, int place) noexcept nogil
    cdef int make_ready(self, Visit* visit, const Bid* bid, int place) except -1 nogil
    cdef int choose_subs(self, Visit* visit, int restricted_points) except -1 nogil
    cdef int fetch_slots(self, const Visit* visit) except -1 nogil
    cdef int visit(self, const Visit* visit) except -1 nogil
    cdef Memo* memo_of(self, const Interval* interval) noexcept nogil
    cdef int probe(self, const Visit* visit) except -1 nogil
    cdef int set_up(self) except -1 nogil
    cdef int gather(self, int sub_number, uint32_t finishing) except -1 nogil
    cdef uint32_t for_blanks(self, uint32_t letters, int n_blanks) noexcept nogil
    cdef int spread(self, uint64_t hash, int sub_number, uint32_t letters, int n_blanks, uint32_t left) except -1 nogil
    cdef int add_each(self, uint64_t hash, int sub_number, uint32_t letters) except -1 nogil
    cdef int add(self, uint64_t hash, int sub_number) except -1 nogil
    cdef int try_candidates(self) except -1 nogil
    cdef int try_class(self, uint32_t number, const SubRack* sub) except -1 nogil
    cdef int consider(self, const uint8_t* word, const SubRack* sub, int points) except -1 nogil
    cdef int keep_best(self, const uint8_t* tiles, int points, int32_t equity) except -1 nogil


cdef int read_play(const Play* play, Change* change, uint8_t* tiles) except -1 nogil


cdef inline int64_t key_of(int32_t equity, int points) noexcept nogil:
    """Equity, then points, as one number."""
    return <int64_t> equity * KEY_SHIFT + points


cdef inline int bucket_of(int32_t equity) noexcept nogil:
    """Whole points within the buckets; never lower for a higher equity."""
    cdef int bucket = equity // POINT if equity > 0 else 0
    return bucket if bucket < BUCKETS else BUCKETS - 1


cdef inline int place_of(const Interval* interval) noexcept nogil:
    """A number that orders places as moves are ordered: across before down, row, col."""
    if interval.line < N:
        return interval.line << 4 | interval.first
    return 1 << 8 | interval.first << 4 | interval.line - N
