# cython: language_level=3
"""Lines of a board as they were, so that a board on which play went on becomes again what it was.

A board is kept whole, or as the lines in which it differs from another that is kept whole. All that lines.pyx knows
about a line lies in its own stretch of every array, and whatever changes there is marked as dirty when tiles are
laid. So only the lines that were dirty in between need to be put back.
"""

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from stolik.kernels.bits cimport lowest_bit
from stolik.kernels.lines cimport ALL_LINES, COLUMNS, N_LINES, PER_LINE, Interval, Lines, line_start


cdef int keep_lines(KeptBoard* board, Lines lines, uint32_t which) except -1:
    """Keep these lines of an up-to-date board in an empty KeptBoard."""
    cdef int line
    assert not lines.dirty and which <= ALL_LINES
    for line in range(N_LINES):
        board.lines[line] = NULL
    board.kept, board.n_tiles, board.opening = 0, lines.n_tiles, lines.opening
    for line in range(N_LINES):
        if which >> line & 1:
            board.lines[line] = _keep_line(lines, line)
            board.kept |= <uint32_t> 1 << line
    return 0


cdef KeptLine* _keep_line(Lines lines, int line) except NULL:
    cdef int n = lines.n_intervals[line]
    cdef KeptLine* kept = <KeptLine*> malloc(sizeof(KeptLine) + n * sizeof(Interval))
    if kept == NULL:
        raise MemoryError
    assert 0 <= line < N_LINES
    memcpy(kept.squares, &lines.squares[line_start(line)], sizeof(kept.squares))
    memcpy(kept.allowed, &lines.allowed[line_start(line)], sizeof(kept.allowed))
    memcpy(kept.beside, &lines.beside[line_start(line)], sizeof(kept.beside))
    memcpy(kept.fits, &lines.fits[line * COLUMNS], sizeof(kept.fits))
    memcpy(kept.runs, &lines.runs[line * 16], sizeof(kept.runs))
    kept.restricted, kept.n_intervals = lines.restricted[line], n
    memcpy(kept + 1, &lines.listed[line * PER_LINE], n * sizeof(Interval))
    return kept


cdef int forget_lines(KeptBoard* board) noexcept:
    """Give the memory of the lines back."""
    cdef int line
    for line in range(N_LINES):
        free(board.lines[line])
        board.lines[line] = NULL
    board.kept = 0
    return 0


cdef int put_back(Lines lines, const KeptBoard* board, const KeptBoard* base, uint32_t which) except -1 nogil:
    """Make these lines what they are on a kept board, or where it has none on its base."""
    cdef const KeptLine* kept
    cdef int line
    while which:
        line = lowest_bit(which)
        which &= which - 1
        kept = board.lines[line] if board.lines[line] != NULL else base.lines[line]
        assert kept != NULL
        memcpy(&lines.squares[line_start(line)], kept.squares, sizeof(kept.squares))
        memcpy(&lines.allowed[line_start(line)], kept.allowed, sizeof(kept.allowed))
        memcpy(&lines.beside[line_start(line)], kept.beside, sizeof(kept.beside))
        memcpy(&lines.fits[line * COLUMNS], kept.fits, sizeof(kept.fits))
        memcpy(&lines.runs[line * 16], kept.runs, sizeof(kept.runs))
        lines.restricted[line], lines.n_intervals[line] = kept.restricted, kept.n_intervals
        memcpy(&lines.listed[line * PER_LINE], kept + 1, kept.n_intervals * sizeof(Interval))
    lines.n_tiles, lines.opening = board.n_tiles, board.opening
    lines.dirty = lines.n_changes = 0
    return 0
