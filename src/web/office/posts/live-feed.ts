import { positionHeader } from '../../../shared/posts/feed-headers.ts';
import type { FeedEvent, FeedEvents } from '../../../shared/posts/live-feed.contract.ts';
import { second } from '../../../shared/time.ts';
import { clearRefusedToken, storedToken } from '../../session.ts';
import { expireSession } from '../session/office-session.ts';
import { EventFrames } from './event-frames.ts';
import { becomeVisible, pause, Watch } from './live-timing.ts';

const pollInterval = 5 * second;
/** How long to poll before another attempt to stream. */
const streamRetryDelay = 120 * second;
const maxDelay = 30 * second;
/** Covers reads in flight while events arrive; see `eventsSince`. */
const maxRecent = 500;

let position: number | undefined;
let recent: FeedEvent[] = [];

/**
 * The events since a read of posts, which it may lack; `headers` are those of the read. The first read starts the feed.
 */
export function eventsSince(headers: Headers): FeedEvent[] {
  const read = Number(headers.get(positionHeader));
  position ??= read;
  return recent.filter((event) => event.position > read);
}

type Listener = (update: FeedEvents) => void;

/** Calls `listener` with feed events after the last position until the signal aborts. */
export async function followFeed(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let streamAfter = 0;
  while (!signal.aborted) {
    await becomeVisible(signal);
    const streaming = Date.now() >= streamAfter;
    const outcome = await connect(streaming, listener, signal).catch(() => 'failed' as const);
    if (outcome === 'over') return;
    if (streaming && outcome !== 'streamed') streamAfter = Date.now() + streamRetryDelay;
    // Polling failed as well, so streams are not to blame: try streaming next.
    if (!streaming && outcome === 'failed') streamAfter = 0;
    failures = outcome === 'failed' ? failures + 1 : 0;
    if (outcome !== 'failed') await pause(outcome === 'polled' ? pollInterval : 0, signal);
    // The first failure may concern streams only: poll at once.
    else if (failures > 1) await pause(Math.min(maxDelay, second * 2 ** failures), signal);
  }
}

type Outcome = 'streamed' | 'polled' | 'over';

async function connect(streaming: boolean, listener: Listener, signal: AbortSignal): Promise<Outcome> {
  const watch = new Watch(streaming, signal);
  try {
    const token = storedToken();
    const response = await fetch(`/api/posts/events?after=${position ?? 0}`, {
      headers: {
        ...(token !== undefined && { 'x-auth-token': token }),
        accept: streaming ? 'text/event-stream' : 'application/json',
      },
      signal: watch.signal,
    });
    if (response.status === 401) return endSession(token);
    if (!response.ok || !response.body) throw new Error(response.statusText);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) return await readStream(response.body, listener, watch);
    receive(await response.json(), listener);
    return 'polled';
  } finally {
    watch.stop();
  }
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  listener: Listener,
  watch: Watch,
): Promise<Outcome> {
  const frames = new EventFrames();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let received = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'streamed';
      received = true;
      watch.hear();
      for (const data of frames.add(value)) receive(JSON.parse(data), listener);
    }
  } catch (error) {
    // A stream that worked and broke off reopens at once.
    if (received) return 'streamed';
    throw error;
  }
}

function receive(update: FeedEvents, listener: Listener): void {
  position = update.position;
  recent = [...recent, ...update.events].slice(-maxRecent);
  if (update.reload || update.events.length > 0) listener(update);
}

function endSession(token: string | undefined): Outcome {
  clearRefusedToken(token);
  expireSession();
  return 'over';
}
