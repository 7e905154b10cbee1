/**
 * Settings for the server's process; deploy/Dockerfile and deploy/brokerage.service have the same. One malloc arena
 * instead of one per thread halves memory, at no cost: only threads that compress and hash allocate. Large buffers
 * outside it return to the system at once: 40 MB less after a burst of long articles (bench/attack.ts). libuv gets six
 * threads: two may hash passwords, one makes a page's best compression and one compresses a long response, so two more
 * can read files and compress pages that readers wait for.
 */
export const processSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '6',
};

/** V8's young generation takes 12 MB instead of 48: 20 MB less of memory. */
export const serverOptions = ['--max-semi-space-size=4'];
