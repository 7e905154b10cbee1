import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedEvents } from '../../../shared/live-feed.contract.ts';
import { second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Departure } from '../../platform/http/close-gently.ts';
import { endedSessions } from './ended-sessions.ts';
import { eventsAfter, feedPosition } from './feed-events.service.ts';

/** How soon an event reaches the streams, whichever process it comes from. */
const interval = second / 4;
/** Often enough for proxies, which end connections that are silent for a minute, and for clients to notice a break. */
const heartbeat = 15 * second;
/** Browsers open six connections to a host over HTTP/1.1; the others are for the calls of the tabs. */
const maxStreamsPerUser = 4;
/** Bytes that a slow client may leave unread; then it is cut off, and comes back for what it has missed. */
const maxUnread = 256 * 1024;

interface Stream {
  readonly readable: Readable;
  readonly userId: string;
  readonly sessionId: string;
  /** Of the last event that was sent. */
  position: number;
  heardAt: number;
}

/**
 * The open feeds of this process. What happened is read from the database, once for all streams, so that it does not
 * matter which process did it; see docs/decisions/0008-the-live-feed.md.
 */
export class LiveFeed {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #maxStreams: number;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | undefined;
  #telling = false;
  #stopped = false;
  #known: { position: Promise<number>; readAt: number } | undefined;

  constructor(
    db: Database,
    log: FastifyBaseLogger,
    { maxStreams, departure }: { maxStreams: number; departure: Departure },
  ) {
    this.#db = db;
    this.#log = log;
    this.#maxStreams = maxStreams;
    departure.signal.addEventListener('abort', () => this.#moveOver(departure.drainTime));
  }

  /** A position of at most a second ago: reading posts must not cost another query each time. */
  position(): Promise<number> {
    if (this.#known && Date.now() - this.#known.readAt < second) return this.#known.position;
    const position = feedPosition(this.#db);
    this.#known = { position, readAt: Date.now() };
    position.catch(() => {
      this.#known = undefined;
    });
    return position;
  }

  /** A stream that begins with what was missed; undefined when there is no room for one, or no time any more. */
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
      heardAt: Date.now(),
    };
    this.#streams.add(stream);
    readable.once('close', () => this.#forget(stream));
    readable.push(framed(missed));
    this.#timer ??= setInterval(() => void this.#tell(), interval).unref();
    return readable;
  }

  /** Ends every stream; from then on whoever asks for one gets what happened, and that is all. */
  stop(): void {
    this.#stopped = true;
    for (const stream of this.#streams) this.#end(stream);
  }

  /** Ends the streams one by one: their readers must not all come to the other processes in the same moment. */
  #moveOver(milliseconds: number): void {
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

  async #tell(): Promise<void> {
    if (this.#telling) return;
    this.#telling = true;
    try {
      await this.#tellNews();
    } catch (error) {
      this.#log.warn({ err: error }, 'feed events not read');
    } finally {
      this.#telling = false;
    }
  }

  async #tellNews(): Promise<void> {
    const from = Math.min(...[...this.#streams].map(({ position }) => position));
    const news = await eventsAfter(this.#db, from);
    const silent = [...this.#streams].filter(({ heardAt }) => Date.now() - heardAt >= heartbeat);
    const isNews = news.position > from;
    if (!isNews && silent.length === 0) return;
    // Nobody is told anything whose session has ended meanwhile, on whichever process.
    const ended = await endedSessions(
      this.#db,
      [...this.#streams].map(({ sessionId }) => sessionId),
    );
    for (const stream of this.#streams) {
      if (ended.has(stream.sessionId)) this.#end(stream);
      // One that was opened meanwhile, with an older position, gets its turn the next time.
      else if (isNews && stream.position >= from) this.#send(stream, news);
    }
    for (const stream of silent) this.#beat(stream);
  }

  #send(stream: Stream, news: FeedEvents): void {
    if (news.position <= stream.position) return;
    const events = news.events.filter(({ position }) => position > stream.position);
    stream.position = news.position;
    this.#push(stream, framed({ ...news, events }));
  }

  #beat(stream: Stream): void {
    if (this.#streams.has(stream) && Date.now() - stream.heardAt >= heartbeat) this.#push(stream, ':\n\n');
  }

  #push(stream: Stream, text: string): void {
    stream.heardAt = Date.now();
    stream.readable.push(text);
    if (stream.readable.readableLength > maxUnread) stream.readable.destroy();
  }
}

/** As a server-sent event, with the position as its id. */
const framed = (news: FeedEvents) => `id: ${news.position}\ndata: ${JSON.stringify(news)}\n\n`;
