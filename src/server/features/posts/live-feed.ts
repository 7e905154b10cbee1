import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedEvents } from '../../../shared/posts/live-feed.contract.ts';
import { second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Departure } from '../../platform/http/close-gently.ts';
import { endedSessions } from './ended-sessions.ts';
import { eventsAfter, feedPosition } from './feed-events.service.ts';

/** The maximum delay of an event, from any process. */
const interval = second / 4;
/** Proxies close connections that are silent for a minute, and clients must notice a broken one. */
const heartbeat = 15 * second;
/** Browsers open six connections to a host over HTTP/1.1; the rest is for calls. */
const maxStreamsPerUser = 4;
/** Bytes; a client that is slower is disconnected, and catches up when it reconnects. */
const maxUnread = 256 * 1024;
/** All clients that must read the feed again do so within this time, and once for all reasons that arise in it. */
const reloadSpread = 10 * second;

interface Stream {
  readonly readable: Readable;
  readonly userId: string;
  readonly sessionId: string;
  position: number;
  lastSentAt: number;
  /** When to tell the stream to reload the feed; nothing else is sent until then. */
  reloadAt: number | undefined;
}

/**
 * The open streams of this process. Reads events from the database, once for all streams, so it does not matter which
 * process caused them; see docs/decisions/0008-the-live-feed.md.
 */
export class LiveFeed {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #maxStreams: number;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;
  #polling = false;
  #stopped = false;
  readonly #known = new WeakMap<Database, { position: Promise<number>; readAt: number }>();

  constructor(
    db: Database,
    log: FastifyBaseLogger,
    { maxStreams, departure }: { maxStreams: number; departure: Departure },
  ) {
    this.#db = db;
    this.#log = log;
    this.#maxStreams = maxStreams;
    departure.signal.addEventListener('abort', () => this.#endGradually(departure.drainTime));
  }

  get size(): number {
    return this.#streams.size;
  }

  /**
   * The position in the feed of the database that posts are read from. It can be a second old: reading posts must not
   * cost another query each time.
   */
  position(db: Database): Promise<number> {
    const known = this.#known.get(db);
    if (known && Date.now() - known.readAt < second) return known.position;
    const position = feedPosition(db);
    this.#known.set(db, { position, readAt: Date.now() });
    position.catch(() => this.#known.delete(db));
    return position;
  }

  /** A stream that begins with the missed events; undefined when there are too many, or the server stops. */
  open(actor: Actor, missed: FeedEvents): Readable | undefined {
    if (this.#stopped || this.#streams.size >= this.#maxStreams) return undefined;
    const ofUser = [...this.#streams].filter(({ userId }) => userId === actor.id);
    if (ofUser.length >= maxStreamsPerUser) return undefined;
    const readable = new Readable({ read() {} });
    const stream: Stream = {
      readable,
      userId: actor.id,
      sessionId: actor.session.id,
      position: missed.position,
      lastSentAt: Date.now(),
      reloadAt: undefined,
    };
    this.#streams.add(stream);
    readable.once('close', () => this.#forget(stream));
    readable.push(framed(missed));
    this.#timer ??= setInterval(() => void this.#poll(), interval).unref();
    return readable;
  }

  /** Ends all streams; new requests get only the missed events. */
  stop(): void {
    this.#stopped = true;
    for (const stream of this.#streams) this.#end(stream);
  }

  /** One by one, so that clients do not reconnect to the other processes all at once. */
  #endGradually(milliseconds: number): void {
    this.#stopped = true;
    for (const stream of this.#streams) {
      setTimeout(() => this.#end(stream), Math.random() * 0.8 * milliseconds).unref();
    }
  }

  #end(stream: Stream): void {
    stream.readable.push(null);
    this.#forget(stream);
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      await this.#sendNews();
    } catch (error) {
      this.#log.warn({ err: error }, 'feed events not read');
    } finally {
      this.#polling = false;
    }
  }

  async #sendNews(): Promise<void> {
    for (const stream of this.#streams) if ((stream.reloadAt ?? Infinity) <= Date.now()) this.#reload(stream);
    const from = Math.min(...[...this.#streams].map(({ position }) => position));
    const news = await eventsAfter(this.#db, from);
    const silent = [...this.#streams].filter(({ lastSentAt }) => Date.now() - lastSentAt >= heartbeat);
    const isNews = news.position > from;
    if (!isNews && silent.length === 0) return;
    // Sessions may have ended in between, on any process.
    const ended = await endedSessions(
      this.#db,
      [...this.#streams].map(({ sessionId }) => sessionId),
    );
    for (const stream of this.#streams) {
      if (ended.has(stream.sessionId)) this.#end(stream);
      // A stream opened in between, with an older position, is served next time; so is one that is past a reload.
      else if (isNews && (news.reload ? stream.position === from : stream.position >= from))
        this.#send(stream, news);
    }
    for (const stream of silent) this.#beat(stream);
  }

  #send(stream: Stream, news: FeedEvents): void {
    if (news.position <= stream.position) return;
    if (news.reload) stream.reloadAt ??= Date.now() + Math.random() * reloadSpread;
    if (stream.reloadAt !== undefined) {
      stream.position = news.position;
      return;
    }
    const events = news.events.filter(({ position }) => position > stream.position);
    stream.position = news.position;
    this.#push(stream, framed({ ...news, events }));
  }

  #reload(stream: Stream): void {
    stream.reloadAt = undefined;
    this.#push(stream, framed({ position: stream.position, reload: true, events: [] }));
  }

  #beat(stream: Stream): void {
    if (this.#streams.has(stream) && Date.now() - stream.lastSentAt >= heartbeat) this.#push(stream, ':\n\n');
  }

  #push(stream: Stream, text: string): void {
    stream.lastSentAt = Date.now();
    stream.readable.push(text);
    if (stream.readable.readableLength > maxUnread) stream.readable.destroy();
  }
}

const framed = (news: FeedEvents) => `id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`;
