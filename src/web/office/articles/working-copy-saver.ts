import { ApiError } from '../../api.ts';

const pause = 2000;
/** While typing goes on. With the second that the text waits for its Markdown, nothing is unsaved for over five. */
const maxUnsent = 4000;
const maxPause = 30_000;

export type Obstacle = 'unreachable' | 'signedOut' | 'tooMany' | 'failed';

export type CopyState =
  | { kind: 'unchanged' }
  | { kind: 'saved'; at: string }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** It is tried again. */
  | { kind: 'delayed'; obstacle: Obstacle }
  /** Another window or device has saved a newer one. */
  | { kind: 'elsewhere' }
  | { kind: 'refused'; message: string };

/** Returns when it was saved; undefined when the copy was deleted. */
type Send<T> = (values: T) => Promise<{ at: string | undefined }>;

export type WorkingCopySaver<T> = ReturnType<typeof workingCopySaver<T>>;

/** Sends what is typed 2 s after typing stops and every 4 s while it goes on, one request at a time, and again until the server has it. */
export function workingCopySaver<T>(send: Send<T>, onState: (state: CopyState) => void) {
  let wanted: { values: T } | undefined;
  /** When the first change was made that has not been sent. */
  let unsentSince: number | undefined;
  let sending: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isHalted = false;

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delay);
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    while (sending) await sending;
    if (!wanted || isHalted) return;
    const { values } = wanted;
    wanted = undefined;
    unsentSince = undefined;
    onState({ kind: 'saving' });
    sending = send(values)
      .then(succeed, (error: unknown) => fail(error, values))
      .finally(() => {
        sending = undefined;
      });
    await sending;
  }

  function succeed({ at }: { at: string | undefined }): void {
    failures = 0;
    if (wanted) onState({ kind: 'waiting' });
    else onState(at === undefined ? { kind: 'unchanged' } : { kind: 'saved', at });
  }

  function fail(error: unknown, values: T): void {
    wanted ??= { values };
    const status = error instanceof ApiError ? error.status : 0;
    const obstacle = obstacleOf(status);
    if (status === 412) {
      isHalted = true;
      onState({ kind: 'elsewhere' });
    } else if (obstacle) {
      onState({ kind: 'delayed', obstacle });
      schedule(Math.min(maxPause, pause * 2 ** failures++));
    } else onState({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
  }

  /** Stops sending; resolves when the last request is done. */
  async function stop(): Promise<void> {
    clearTimeout(timer);
    wanted = undefined;
    await sending;
  }

  return {
    changed(values: T): void {
      wanted = { values };
      if (isHalted) return;
      // While the server does not respond, the next try is planned already.
      if (failures === 0) {
        onState({ kind: 'waiting' });
        unsentSince ??= Date.now();
        schedule(Math.max(0, Math.min(pause, unsentSince + maxUnsent - Date.now())));
      }
    },
    /** Sends at once; resolves when it is done or has failed. */
    flush: run,
    /** Goes on after the newer one has been looked at. */
    resume(): void {
      isHalted = false;
    },
    stop,
    /** Sends once more and stops. */
    async close(): Promise<void> {
      await run();
      await stop();
    },
  };
}

/** Undefined when trying again does not help. */
function obstacleOf(status: number): Obstacle | undefined {
  if (status === 0) return 'unreachable';
  if (status === 401) return 'signedOut';
  if (status === 429) return 'tooMany';
  // 408: a long text on a slow line.
  return status === 408 || status >= 500 ? 'failed' : undefined;
}
