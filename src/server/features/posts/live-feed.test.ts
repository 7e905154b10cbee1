import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EventStream } from '../../../../test/event-stream.ts';
import { patience } from '../../../../test/patience.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { now } from '../../platform/db/ids.ts';
import { Departure } from '../../platform/http/close-gently.ts';
import { actorByToken } from '../auth/sessions/sessions.service.ts';
import { deleteExpiredFeedEvents } from './feed-events.service.ts';
import { LiveFeed } from './live-feed.ts';

let server: TestServer;
let author: Person;
let reader: Person;

beforeAll(async () => {
  server = await testServer();
  author = await person(server, { name: 'Ana Author' });
});
afterAll(() => server.stop());

const make = (key: string, body?: object, by = author, on = server) =>
  on.made(key, { token: by.token, body });
const write = (text = 'Open house', by = author, on = server) => make('POST /api/posts', { text }, by, on);

async function openStream(on = server, after?: number): Promise<EventStream> {
  reader = await person(server);
  const stream = await EventStream.open(on.url, reader.token, after);
  onTestFinished(() => stream.close());
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  return stream;
}

const position = async () => (await make('GET /api/posts/events')).position;

describe('the stream', () => {
  it('sends every change of the feed, in order', async () => {
    const stream = await openStream();
    expect(await stream.next()).toMatchObject({ reload: false, events: [] });
    const { _id: post } = await write();
    await make(`PUT /api/posts/like/${post}`);
    const [comment] = await make(`POST /api/posts/comment/${post}`, { text: 'See you there' });
    expect(await stream.events(3)).toMatchObject([
      { kind: 'post', post, user: author.id },
      { kind: 'likes', post, user: author.id, liked: true, likeCount: 1 },
      { kind: 'comment', post, comment, commentCount: 1 },
    ]);
    await make(`PUT /api/posts/unlike/${post}`);
    await make(`PATCH /api/posts/${post}`, { text: 'Moved to Monday' });
    expect(await stream.events(2)).toMatchObject([
      { kind: 'likes', post, user: author.id, liked: false, likeCount: 0 },
      { kind: 'changed', post, text: 'Moved to Monday', edited: expect.any(String), pinned: false },
    ]);
    await make(`DELETE /api/posts/comment/${post}/${comment._id}`);
    const admin = await person(server, { admin: true });
    await make(`PUT /api/posts/pin/${post}`, undefined, admin);
    expect(await stream.events(2)).toMatchObject([
      { kind: 'comment-deleted', post, comment: comment._id, commentCount: 0 },
      { kind: 'changed', post, pinned: true },
    ]);
    await make(`DELETE /api/posts/${post}`);
    expect(await stream.events(1)).toMatchObject([{ kind: 'deleted', post }]);
  });

  it('goes on where it broke off, without gaps and without repeating', async () => {
    const first = await openStream();
    const start = await first.next();
    const { _id: one } = await write('One');
    expect(await first.events(1)).toMatchObject([{ post: one }]);
    first.close();
    const missed = [];
    for (const text of ['Two', 'Three']) missed.push((await write(text))._id);
    const second = await openStream(server, (start?.position ?? 0) + 1);
    const { _id: four } = await write('Four');
    expect((await second.events(3)).map(({ post }) => post)).toEqual([...missed, four]);
  });

  it('sends changes by another process', async () => {
    const other = await secondServer(server);
    onTestFinished(() => other.stop());
    const stream = await openStream(other);
    const { _id } = await write();
    expect(await stream.events(1)).toMatchObject([{ kind: 'post', post: _id }]);
  });

  it('is one line for each message, whatever the text', async () => {
    const { _id } = await write();
    const stream = await openStream();
    const text = 'a\n\ndata: {"x":1}\r\n\rid: 5 \u2028 <script>';
    await make(`POST /api/posts/comment/${_id}`, { text });
    expect(await stream.events(1)).toMatchObject([{ comment: { text } }]);
  });

  it('has no gaps after a storm of concurrent changes', async () => {
    const stream = await openStream();
    const from = await position();
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await write())._id));
    const people = await Promise.all(Array.from({ length: 6 }, () => person(server)));
    await Promise.all(
      people.flatMap((each) => ids.map((id) => make(`PUT /api/posts/like/${id}`, undefined, each))),
    );
    const events = await stream.events(35);
    expect(events.map((event) => event.position)).toEqual(events.map((_, index) => from + 1 + index));
    const counts = new Map(events.flatMap((e) => (e.kind === 'likes' ? [[e.post, e.likeCount]] : [])));
    expect(counts).toEqual(new Map(ids.map((id) => [id, 6])));
  });
});

it('members who leave make each reader read the feed anew once, over some seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const stream = await openStream();
  await stream.next();
  const leave = async () => make('DELETE /api/profile', undefined, await person(server));
  /** The older stream is served before the new one: it has had its turn. */
  const turn = async () => {
    const later = await openStream();
    await later.next();
    const { _id: post } = await write();
    expect(await later.events(1)).toMatchObject([{ kind: 'post', post }]);
  };
  await leave();
  await turn();
  await leave();
  await turn();
  vi.setSystemTime(Date.now() + 6000);
  expect(await stream.next()).toMatchObject({ reload: true, events: [] });
  const { _id: post } = await write();
  expect(await stream.next()).toMatchObject({ reload: false, events: [{ kind: 'post', post }] });
});

describe('a stream ends', () => {
  const sessionOf = (someone: Person) => make('GET /api/auth/sessions', undefined, someone);
  const untilTheEnd = async (stream: EventStream) => {
    await stream.next();
    await write('Nobody who is signed out is told of this');
    return stream.next();
  };

  it('with its session', async () => {
    const stream = await openStream();
    const [session] = await sessionOf(reader);
    await make(`DELETE /api/auth/sessions/${session._id}`, undefined, reader);
    expect(await untilTheEnd(stream)).toBeUndefined();
  });

  it('with the suspension of its member', async () => {
    const stream = await openStream();
    await server.db.updateTable('users').set({ suspended_at: now() }).where('id', '=', reader.id).execute();
    expect(await untilTheEnd(stream)).toBeUndefined();
  });

  it('with a reader who leaves too much unread', async () => {
    const live = new LiveFeed(server.db, Fastify().log, { maxStreams: 1, departure: new Departure(0) });
    onTestFinished(() => live.stop());
    const missed = await make('GET /api/posts/events');
    const actor = await actorByToken(server.db, author.token);
    if (!actor) throw new Error('The author is not signed in');
    const stream = live.open(actor, missed);
    const { _id } = await write();
    for (let number = 0; number < 140; number++) {
      await make(`POST /api/posts/comment/${_id}`, { text: 'x'.repeat(2000) });
    }
    await vi.waitFor(() => expect(stream?.destroyed).toBe(true), patience);
  });

  it('with the server, which does not wait for it', async () => {
    const other = await secondServer(server);
    const stream = await openStream(other);
    await stream.next();
    await other.stop();
    expect(await stream.next()).toBeUndefined();
  });
});

describe('the events without a stream', () => {
  it('are those after a position', async () => {
    const before = await position();
    const { _id } = await write();
    const { events, ...rest } = await make(`GET /api/posts/events?after=${before}`);
    expect(rest).toEqual({ position: before + 1, reload: false });
    expect(events).toMatchObject([{ kind: 'post', post: _id }]);
    expect((await make(`GET /api/posts/events?after=${before + 1}`)).events).toEqual([]);
  });

  it('are what a fifth stream of a member gets', async () => {
    const member = await person(server);
    for (let number = 0; number < 4; number++) {
      const stream = await EventStream.open(server.url, member.token);
      onTestFinished(() => stream.close());
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    }
    const fifth = await EventStream.open(server.url, member.token);
    expect(fifth.response.headers.get('content-type')).toMatch(/^application\/json/);
    fifth.close();
  });

  it('are what one stream too many of all members gets, until another is closed', async () => {
    const narrow = await testServer({}, { maxStreams: 2 });
    onTestFinished(() => narrow.stop());
    const open = async () => {
      const stream = await EventStream.open(narrow.url, (await person(narrow)).token);
      onTestFinished(() => stream.close());
      return stream;
    };
    const typeOf = ({ response }: EventStream) => response.headers.get('content-type');
    const [first, second, third] = [await open(), await open(), await open()];
    expect([first, second].map(typeOf)).toEqual(Array(2).fill('text/event-stream'));
    expect(typeOf(third)).toMatch(/^application\/json/);
    first.close();
    await expect.poll(async () => typeOf(await open())).toBe('text/event-stream');
  });

  it('leave out what has gone since, and keep its deletion', async () => {
    const before = await position();
    const { _id: post } = await write();
    await make(`POST /api/posts/comment/${post}`, { text: 'Hello' });
    await make(`DELETE /api/posts/${post}`);
    const { events } = await make(`GET /api/posts/events?after=${before}`);
    expect(events).toEqual([{ kind: 'deleted', position: before + 3, post }]);
  });

  it('are to be read anew after too long an absence, and after a member has left', async () => {
    const before = await position();
    await write();
    const someone = await person(server);
    await make('DELETE /api/profile', undefined, someone);
    expect(await make(`GET /api/posts/events?after=${before}`)).toMatchObject({ reload: true, events: [] });
    const later = await position();
    await server.db.updateTable('feed_events').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
    await deleteExpiredFeedEvents(server.db);
    expect(await make(`GET /api/posts/events?after=${later}`)).toMatchObject({ reload: false, events: [] });
    expect(await make(`GET /api/posts/events?after=${later - 1}`)).toMatchObject({ reload: true });
    expect(await make(`GET /api/posts/events?after=${later + 1}`)).toMatchObject({ reload: true });
  });

  it.each(['-1', 'x', '1.5'])('are rejected after %j', async (after) => {
    const { status } = await server.call(`GET /api/posts/events?after=${after}`, { token: author.token });
    expect(status).toBe(400);
  });
});

it('posts say at which position they were read', async () => {
  const { _id } = await write();
  for (const key of ['GET /api/posts', `GET /api/posts/${_id}`]) {
    const { headers } = await server.call(key, { token: await tokenOf() });
    expect(Number(headers.get('x-feed-position'))).toBeGreaterThan(0);
  }
});
const tokenOf = async () => (await person(server)).token;
