import { type FeedEvent, type FeedEvents, positionHeader } from '../../../shared/live-feed.contract.ts';
import { second } from '../../../shared/time.ts';
import { clearRefusedToken, storedToken } from '../../session.ts';
import { expireSession } from '../session/office-session.ts';
import { EventFrames } from './event-frames.ts';
import { becomeVisible, pause, Watch } from './live-timing.ts';

const betweenPolls = 5 * second;
/** After this a way that has failed is tried again. */
const untilStreaming = 120 * second;
const maxDelay = 30 * second;
/** For data that was under way while they happened; see `eventsSince`. */
const mostRecent = 500;

let position: number | undefined;
let recent: FeedEvent[] = [];

/**
 * To be called with the headers of posts that were read: answers what has been heard of since, and may be missing in
 * what was read. The first reading is where following begins.
 */
export function eventsSince(headers: Headers): FeedEvent[] {
  const read = Number(headers.get(positionHeader));
  position ??= read;
  return recent.filter((event) => event.position > read);
}

type Listener = (news: FeedEvents) => void;

/** Tells `listener` what happens in the feed from where it was last read or heard of, until the signal aborts. */
export async function followFeed(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let streamAfter = 0;
  while (!signal.aborted) {
    await becomeVisible(signal);
    const streaming = Date.now() >= streamAfter;
    const outcome = await connect(streaming, listener, signal).catch(() => 'failed' as const);
    if (outcome === 'over') return;
    if (streaming && outcome !== 'streamed') streamAfter = Date.now() + untilStreaming;
    // Nothing comes through: that says nothing about streams.
    if (!streaming && outcome === 'failed') streamAfter = 0;
    failures = outcome === 'failed' ? failures + 1 : 0;
    if (outcome !== 'failed') await pause(outcome === 'polled' ? betweenPolls : 0, signal);
    // The failure of a stream may be one of streams alone: polling is tried at once.
    else if (failures > 1) await pause(Math.min(maxDelay, second * 2 ** failures), signal);
  }
}

type Outcome = 'streamed' | 'polled' | 'over';

/** Asks once: for a stream, which is read to its end, or for what has happened. */
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
  let heard = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'streamed';
      heard = true;
      watch.hear();
      for (const data of frames.add(value)) receive(JSON.parse(data), listener);
    }
  } catch (error) {
    // One that has worked and breaks off is opened again at once.
    if (heard) return 'streamed';
    throw error;
  }
}

function receive(news: FeedEvents, listener: Listener): void {
  position = news.position;
  recent = [...recent, ...news.events].slice(-mostRecent);
  if (news.reload || news.events.length > 0) listener(news);
}

function endSession(token: string | undefined): Outcome {
  clearRefusedToken(token);
  expireSession();
  return 'over';
}
