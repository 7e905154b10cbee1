import { upload } from '../../test/images.ts';
import { type Answer, type CallOptions, call } from '../../test/server.ts';
import { expectThat } from './fault.ts';
import { admin, pause } from './stage.ts';

export interface Outcome {
  key: string;
  /** performance.now() at the start. */
  at: number;
  milliseconds: number;
  /** Undefined when the connection broke. */
  status: number | undefined;
  retryAfter: string | null;
  msg: string;
}

/** Calls repeatedly and records each outcome. */
export class Load {
  readonly outcomes: Outcome[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];
  #error: unknown;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Runs `work` in `count` loops until stop(). */
  repeat(count: number, work: (load: Load) => Promise<void>): this {
    const loop = async () => {
      while (!this.#stop.signal.aborted) await work(this);
    };
    for (let number = 0; number < count; number++)
      this.#loops.push(
        loop().catch((error: unknown) => {
          this.#error ??= error;
        }),
      );
    return this;
  }

  /** The body, if the response is 200; otherwise pauses, so that failing fast is no busy loop. */
  call(key: string, options: CallOptions = {}) {
    return this.#timed(key, () => call(this.#url, key, { token: this.#token, ...options }));
  }

  /** Uploads a picture; the rest is as for call(). */
  upload(bytes: Uint8Array<ArrayBuffer>) {
    return this.#timed('POST /api/testimonials/image', () => upload({ url: this.#url }, this.#token, bytes));
  }

  hasWrittenSince(moment: number, path = ''): boolean {
    const isWrite = ({ status, key }: Outcome) => status === 200 && !/^GET /.test(key) && key.includes(path);
    return this.outcomes.some((outcome) => outcome.at > moment && isWrite(outcome));
  }

  async #timed(key: string, send: () => Promise<Answer>) {
    const at = performance.now();
    const answer = await send().catch(() => undefined);
    const { status, headers, body } = answer ?? {};
    this.outcomes.push({
      key: key.split('/').slice(0, 4).join('/'),
      at,
      milliseconds: performance.now() - at,
      status,
      retryAfter: headers?.get('retry-after') ?? null,
      msg: typeof body?.msg === 'string' ? body.msg : '',
    });
    if (status === 200) return body;
    await pause(50);
    return undefined;
  }

  /** @throws the first error of the loops' work */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
    if (this.#error) throw this.#error;
  }
}

export const readFeed = (load: Load) => load.call('GET /api/posts').then(() => {});

export async function signIn(url: string): Promise<string> {
  const { status, body } = await call(url, 'POST /api/auth', { body: admin });
  if (status !== 200) throw new Error(`Sign-in answered ${status}: ${body.msg}`);
  return body.token;
}

/** In milliseconds; a response that never came counts as long as it was waited for. */
export function percentile(outcomes: Pick<Outcome, 'milliseconds'>[], share: number): number {
  const sorted = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function statuses(outcomes: { status: number | undefined }[]): string {
  const groups = Map.groupBy(outcomes, ({ status }) => status ?? 'broken');
  const counts = Array.from(groups, ([status, { length }]) => `${length} × ${status}`);
  return counts.join(', ');
}

/** Allows 200, and where the database is away 503 that says when to try again. */
export function expectServed(outcomes: Outcome[], { isAway = false } = {}): void {
  const failed = outcomes.filter(
    ({ status, retryAfter }) => !(status === 200 || (isAway && status === 503 && retryAfter !== null)),
  );
  const [first] = failed;
  expectThat(
    !first,
    `${failed.length} of ${outcomes.length} requests failed: ${statuses(failed)}, such as ${first?.key} ${first?.msg}`,
  );
}
