/* Puts the clock of one process forward or back: a library that is loaded before the C library.

   The seconds stand in a file that the test writes while the process runs. Only the time of day jumps; what
   counts how long something takes does not, as on a machine whose clock is set. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static const volatile int64_t *ahead_s;

__attribute__((constructor)) static void open_file(void)
{
    const char *name = getenv("JUMPING_CLOCK_FILE");
    int file = name ? open(name, O_RDONLY) : -1;
    void *seen = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0);
    if (seen != MAP_FAILED)
        ahead_s = seen;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, now);
    if (!failed && ahead_s && clock == CLOCK_REALTIME)
        now->tv_sec += *ahead_s;
    return failed;
}
