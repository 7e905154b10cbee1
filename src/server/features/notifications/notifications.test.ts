import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { deleteExpiredNotifications, notifyOfRemoval } from './notifications.service.ts';

let server: TestServer;
let author: Person;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  author = await person(server, { name: 'Ada Author' });
  ann = await person(server, { name: 'Ann Lee' });
  ben = await person(server, { name: 'Ben Boyd' });
});

const by = ({ token }: Person, key: string, body?: unknown) => server.made(key, { token, body });
const write = async (text = 'Open house', who = author, mentions: string[] = []): Promise<string> =>
  (await by(who, 'POST /api/posts', { text, mentions }))._id;
const comment = (who: Person, post: string, text = 'See you there', mentions: string[] = []) =>
  by(who, `POST /api/posts/comment/${post}`, { text, mentions });
const like = (who: Person, post: string) => by(who, `PUT /api/posts/like/${post}`);
const unlike = (who: Person, post: string) => by(who, `PUT /api/posts/unlike/${post}`);
const notificationsOf = (who: Person) => by(who, 'GET /api/notifications');
const unreadOf = async (who: Person) => (await by(who, 'GET /api/notifications/unread-count')).count;

describe('a comment', () => {
  it('notifies the author of the post, with its beginning', async () => {
    const post = await write();
    const [written] = await comment(ann, post, `See  you\nthere ${'x'.repeat(500)}`);
    expect(await notificationsOf(author)).toEqual([
      {
        _id: expect.any(String),
        kind: 'comment',
        date: expect.any(String),
        read: false,
        actor: { user: ann.id, name: 'Ann Lee', avatar: null },
        post,
        comment: written._id,
        excerpt: `See you there ${'x'.repeat(186)}…`,
        likeCount: null,
        removed: null,
        reason: null,
      },
    ]);
    expect(await unreadOf(author)).toBe(1);
  });

  it('notifies neither its own author nor others who commented', async () => {
    const post = await write();
    await comment(ann, post);
    await comment(author, post);
    expect(await notificationsOf(author)).toHaveLength(1);
    expect(await notificationsOf(ann)).toEqual([]);
  });

  it('is deleted with its notification, and so is the post', async () => {
    const post = await write();
    const [first] = await comment(ann, post);
    await comment(ben, post);
    await by(ann, `DELETE /api/posts/comment/${post}/${first._id}`);
    expect(await notificationsOf(author)).toMatchObject([{ actor: { name: 'Ben Boyd' } }]);
    await by(author, `DELETE /api/posts/${post}`);
    expect(await notificationsOf(author)).toEqual([]);
    expect(await unreadOf(author)).toBe(0);
  });

  it('is shown as that of a former member when its author has left', async () => {
    const post = await write();
    await comment(ann, post, 'Bye');
    await by(ann, 'DELETE /api/profile');
    expect(await notificationsOf(author)).toMatchObject([{ kind: 'comment', actor: null, excerpt: 'Bye' }]);
  });
});

describe('likes', () => {
  it('of a post are one notification, which the next like makes new again', async () => {
    const post = await write('Sold in a day');
    await like(ann, post);
    const [first] = await notificationsOf(author);
    expect(first).toMatchObject({ kind: 'like', actor: { name: 'Ann Lee' }, likeCount: 1, post });
    expect(first.excerpt).toBe('Sold in a day');
    await by(author, 'PUT /api/notifications/read', { until: first.date });
    expect(await unreadOf(author)).toBe(0);
    await like(ben, post);
    const rows = await notificationsOf(author);
    expect(rows).toMatchObject([{ _id: first._id, read: false, actor: { name: 'Ben Boyd' }, likeCount: 2 }]);
    expect(rows[0].date >= first.date).toBe(true);
  });

  it('that are taken back and given again are no news, but what was not read yet is', async () => {
    const post = await write();
    await like(ann, post);
    await unlike(ann, post);
    await like(ann, post);
    const [first] = await notificationsOf(author);
    expect(first).toMatchObject({ kind: 'like', read: false });
    await by(author, 'PUT /api/notifications/read', { until: first.date });
    await unlike(ann, post);
    expect(await notificationsOf(author)).toEqual([]);
    await like(ann, post);
    expect(await notificationsOf(author)).toMatchObject([{ kind: 'like', read: true, likeCount: 1 }]);
    expect(await unreadOf(author)).toBe(0);
    await like(ben, post);
    expect(await unreadOf(author)).toBe(1);
    const [, seen] = [await notificationsOf(author), await notificationsOf(author)];
    await by(author, 'PUT /api/notifications/read', { until: seen[0].date });
    await unlike(ann, post);
    await like(ann, post);
    expect(await notificationsOf(author)).toMatchObject([
      { actor: { name: 'Ben Boyd' }, read: true, likeCount: 2 },
    ]);
  });

  it("leave out the author's own, in the count too", async () => {
    const post = await write();
    await like(author, post);
    expect(await notificationsOf(author)).toEqual([]);
    await like(ann, post);
    expect(await notificationsOf(author)).toMatchObject([{ actor: { name: 'Ann Lee' }, likeCount: 1 }]);
    await unlike(ann, post);
    expect(await notificationsOf(author)).toEqual([]);
  });

  it('that are withdrawn leave the newest of the others; the last one deletes the notification', async () => {
    const post = await write();
    await like(ann, post);
    await like(ben, post);
    await unlike(ben, post);
    expect(await notificationsOf(author)).toMatchObject([{ actor: { name: 'Ann Lee' }, likeCount: 1 }]);
    await unlike(ann, post);
    expect(await notificationsOf(author)).toEqual([]);
  });

  it('of a member who leaves are forgotten', async () => {
    const [both, only] = [await write(), await write()];
    await like(ann, both);
    await like(ben, both);
    await like(ben, only);
    await by(ben, 'DELETE /api/profile');
    expect(await notificationsOf(author)).toMatchObject([
      { post: both, actor: { name: 'Ann Lee' }, likeCount: 1 },
    ]);
  });

  it('of twenty members at once are one notification with the right count', async () => {
    const post = await write();
    const members = await Promise.all(Array.from({ length: 20 }, () => person(server)));
    await Promise.all(members.map((member) => like(member, post)));
    expect(await notificationsOf(author)).toMatchObject([{ kind: 'like', likeCount: 20, read: false }]);
    await Promise.all(members.slice(0, 12).map((member) => unlike(member, post)));
    const [notification] = await notificationsOf(author);
    expect(notification.likeCount).toBe(8);
    expect(members.slice(12).map(({ id }) => id)).toContain(notification.actor.user);
    await Promise.all(members.slice(12).map((member) => unlike(member, post)));
    expect(await notificationsOf(author)).toEqual([]);
  });
});

describe('what staff remove', () => {
  const reason = 'Names a client';

  it('notifies its author with the reason', async () => {
    const post = await write();
    await inTransaction(server.db, async (transaction) => {
      await notifyOfRemoval(transaction, { userId: author.id, what: 'post', text: 'Buy now', reason });
      const comment = { userId: author.id, what: 'comment', text: 'Call me', reason, postId: post } as const;
      await notifyOfRemoval(transaction, comment);
    });
    const rows = await notificationsOf(author);
    const common = { kind: 'removed', actor: null, comment: null, reason, read: false };
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(expect.objectContaining({ ...common, removed: 'post', post: null }));
    expect(rows).toContainEqual(
      expect.objectContaining({ ...common, removed: 'comment', post, excerpt: 'Call me' }),
    );
  });
});

describe('notifications', () => {
  it('come in pages that the Link header names, none twice and none left out', async () => {
    const post = await write();
    const written: string[] = [];
    for (let number = 0; number < 5; number++) {
      written.unshift((await comment(ann, post, `Comment ${number}`))[0]._id);
    }
    const seen: string[] = [];
    let path: string | undefined = '/api/notifications?limit=2';
    while (path) {
      const { body, headers } = await server.call(`GET ${path}`, { token: author.token });
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map((row: { comment: string }) => row.comment));
      path = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(written);
  });

  it("are marked as read up to a date, one's own alone", async () => {
    const [post, other] = [await write(), await write('Mine', ann)];
    await comment(ann, post, 'First');
    await comment(author, other);
    const [first] = await notificationsOf(author);
    await comment(ben, post, 'Second');
    const left = await by(author, 'PUT /api/notifications/read', { until: first.date });
    const [second] = await notificationsOf(author);
    // Both may be of the same millisecond.
    expect(left.count).toBe(second.date > first.date ? 1 : 0);
    expect(await notificationsOf(author)).toContainEqual({ ...first, read: true });
    expect(await unreadOf(ann)).toBe(1);
    expect(await by(author, 'PUT /api/notifications/read', { until: second.date })).toEqual({ count: 0 });
  });

  it.each([{}, { until: 'yesterday' }, { until: 5 }])('are not marked as read by %j', async (body) => {
    const { status, body: answer } = await server.call('PUT /api/notifications/read', {
      token: author.token,
      body,
    });
    expect({ status, field: answer.errors[0].field }).toEqual({ status: 400, field: 'until' });
  });

  it('are counted up to 100, and forgotten after 90 days', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: crypto.randomUUID(),
      user_id: author.id,
      kind: 'removed' as const,
      removed: 'post' as const,
      created_at: fromNow(-(index < 20 ? 91 : 89) * day),
    }));
    await server.db.insertInto('notifications').values(rows).execute();
    expect(await unreadOf(author)).toBe(100);
    await deleteExpiredNotifications(server.db);
    const left = await server.db
      .selectFrom('notifications')
      .select((e) => e.fn.countAll().as('count'))
      .where('user_id', '=', author.id)
      .executeTakeFirstOrThrow();
    expect(Number(left.count)).toBe(100);
  });
});
