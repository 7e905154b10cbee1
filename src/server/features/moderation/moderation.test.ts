import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EventStream } from '../../../../test/event-stream.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { ReportedThing } from '../../../shared/moderation/moderation.contract.ts';

let server: TestServer;
let author: Person;
let member: Person;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  author = await person(server, { name: 'Ana Author' });
  member = await person(server, { name: 'Max Member' });
  admin = await person(server, { name: 'Ada Admin', admin: true });
});
afterAll(() => server.stop());

const missing = '0190a0b0-0000-7000-8000-000000000000';
const reason = 'It names a client.';

const call = (key: string, by: Person, body?: unknown) => server.call(key, { token: by.token, body });
const made = (key: string, by: Person, body?: unknown) => server.made(key, { token: by.token, body });

async function write(what: 'post' | 'comment', text = 'Nobody should read this') {
  if (what === 'post') {
    const { _id: id } = await made('POST /api/posts', author, { text });
    const post = `/api/posts/${id}`;
    return {
      id,
      postId: id,
      itself: post,
      report: `POST /api/posts/report/${id}`,
      moderation: `/api/moderation/posts/${id}`,
    };
  }
  const { _id: postId } = await made('POST /api/posts', member, { text: 'Open house' });
  const [{ _id: id }] = await made(`POST /api/posts/comment/${postId}`, author, { text });
  const comment = `/api/posts/comment/${postId}/${id}`;
  return {
    id,
    postId,
    itself: comment,
    report: `POST ${comment}/report`,
    moderation: `/api/moderation/comments/${id}`,
  };
}

const queue = async (query = 'limit=100'): Promise<ReportedThing[]> =>
  made(`GET /api/moderation?${query}`, admin);
const inQueue = async (id: string) => (await queue()).find(({ _id }) => _id === id);
const waiting = async (): Promise<number> => (await made('GET /api/moderation/count', admin)).count;
const auditEventsOn = (id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_name', 'details'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
const noticesTo = (user: Person) =>
  server.db
    .selectFrom('notifications')
    .select(['kind', 'removed', 'text', 'reason', 'post_id'])
    .where('user_id', '=', user.id)
    .where('kind', '=', 'removed')
    .orderBy('id', 'desc')
    .execute();

describe.each(['post', 'comment'] as const)('a %s', (what) => {
  const name = what === 'post' ? 'Post' : 'Comment';

  it('comes before the admins when a member reports it', async () => {
    const before = await waiting();
    const { id, postId, report } = await write(what);
    expect(await inQueue(id)).toBeUndefined();
    expect(await made(report, member, { reason: 'private-information', details: ' Her address ' })).toEqual({
      msg: 'Report sent',
    });
    expect(await waiting()).toBe(before + 1);
    expect(await inQueue(id)).toMatchObject({
      _id: id,
      what,
      postId,
      text: 'Nobody should read this',
      name: 'Ana Author',
      user: author.id,
      reportCount: 1,
      reasons: [{ reason: 'private-information', count: 1 }],
      reports: [{ details: 'Her address', reporter: { _id: member.id, name: 'Max Member' } }],
    });
  });

  it('is reported once by a member, also after a decision to keep it, and again by another', async () => {
    const { id, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    const again = await call(report, member, { reason: 'spam' });
    expect(again).toMatchObject({ status: 400, body: { msg: `${name} already reported` } });
    expect(await made(`POST ${moderation}/keep`, admin)).toEqual({ msg: `${name} kept` });
    expect(await inQueue(id)).toBeUndefined();
    expect((await call(report, member, { reason: 'rude' })).body.msg).toBe(`${name} already reported`);
    expect(await inQueue(id)).toBeUndefined();
    await made(report, await person(server), { reason: 'misleading' });
    expect(await inQueue(id)).toMatchObject({
      reportCount: 1,
      reasons: [{ reason: 'misleading', count: 1 }],
    });
  });

  it('is not for its author to report', async () => {
    const { report } = await write(what);
    const own = await call(report, author, { reason: 'other' });
    expect(own).toMatchObject({ status: 400, body: { msg: `You cannot report your own ${what}` } });
  });

  it('is reported with a reason of the list and at most 500 characters', async () => {
    const { id, report } = await write(what);
    const expectRejection = async (body: object, error: object) =>
      expect(await call(report, member, body)).toMatchObject({ status: 400, body: { errors: [error] } });
    await expectRejection({}, { msg: 'Reason is required', field: 'reason' });
    await expectRejection({ reason: 'dislike' }, { msg: 'Reason is not known', field: 'reason' });
    await expectRejection(
      { reason: 'spam', details: 'x'.repeat(501) },
      { msg: 'Details must be at most 500 characters', field: 'details' },
    );
    expect(await inQueue(id)).toBeUndefined();
  });

  it('that does not exist is not reported', async () => {
    const { id, report } = await write(what);
    const key = report.replace(id, missing);
    const answer = await call(key, member, { reason: 'spam' });
    expect(answer).toMatchObject({ status: 404, body: { msg: `${name} not found` } });
    expect((await server.call(key, { body: { reason: 'spam' } })).status).toBe(401);
  });

  it('reported by twenty at once waits once, with all of their reasons', async () => {
    const before = await waiting();
    const { id, report } = await write(what);
    const people = await Promise.all(Array.from({ length: 20 }, () => person(server)));
    const answers = await Promise.all(
      [...people, ...people].map((by, number) => call(report, by, { reason: number % 4 ? 'rude' : 'spam' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(await waiting()).toBe(before + 1);
    const entry = await inQueue(id);
    expect(entry?.reportCount).toBe(20);
    expect(entry?.reasons).toEqual([
      { reason: 'rude', count: 15 },
      { reason: 'spam', count: 5 },
    ]);
    expect(entry?.reports).toHaveLength(5);
  });

  it('is removed with a reason, which is recorded and sent to its author; open feeds are updated', async () => {
    const { id, postId, itself, report, moderation } = await write(
      what,
      'A very long text about one of our clients',
    );
    await made(report, member, { reason: 'rude' });
    const stream = await EventStream.open(server.url, member.token);
    onTestFinished(() => stream.close());
    await stream.next();
    expect(await made(`POST ${moderation}/remove`, admin, { reason })).toEqual({ msg: `${name} removed` });
    expect(await stream.events(1)).toMatchObject([
      what === 'post'
        ? { kind: 'deleted', post: id }
        : { kind: 'comment-deleted', post: postId, comment: id, commentCount: 0 },
    ]);
    expect(await inQueue(id)).toBeUndefined();
    expect((await call(`DELETE ${itself}`, author)).status).toBe(404);
    expect(await auditEventsOn(id)).toEqual([
      {
        action: `${what}.removed`,
        actor_name: 'Ada Admin',
        object_name: 'A very long text about…',
        details: `by Ana Author · reason: ${reason}`,
      },
    ]);
    expect((await noticesTo(author))[0]).toEqual({
      kind: 'removed',
      removed: what,
      text: 'A very long text about one of our clients',
      reason,
      post_id: what === 'post' ? null : postId,
    });
  });

  it('is removed by one of two admins only', async () => {
    const { id, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    const noticesBefore = (await noticesTo(author)).length;
    const other = await person(server, { admin: true });
    const answers = await Promise.all(
      [admin, other].map((by) => call(`POST ${moderation}/remove`, by, { reason })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await auditEventsOn(id)).toHaveLength(1);
    expect(await noticesTo(author)).toHaveLength(noticesBefore + 1);
  });

  it('that one admin keeps and another removes has one decision', async () => {
    const { id, itself, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    const other = await person(server, { admin: true });
    const [keep, removed] = await Promise.all([
      call(`POST ${moderation}/keep`, admin),
      call(`POST ${moderation}/remove`, other, { reason }),
    ]);
    expect([keep.status, removed.status].sort()).toEqual([200, 404]);
    expect(await auditEventsOn(id)).toMatchObject([
      { action: keep.status === 200 ? `${what}.kept` : `${what}.removed` },
    ]);
    expect((await call(`DELETE ${itself}`, author)).status).toBe(keep.status);
  });

  it('that its author deletes at that moment is removed once', async () => {
    const { id, itself, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    const answers = await Promise.all([
      call(`POST ${moderation}/remove`, admin, { reason }),
      call(`DELETE ${itself}`, author),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await inQueue(id)).toBeUndefined();
  });

  it('stays when an admin keeps it, which is recorded', async () => {
    const { id, itself, report, moderation } = await write(what);
    for (const by of [member, admin]) await made(report, by, { reason: 'rude' });
    await made(`POST ${moderation}/keep`, admin);
    expect(await call(`POST ${moderation}/keep`, admin)).toMatchObject({
      status: 404,
      body: { msg: 'Report not found' },
    });
    expect(await auditEventsOn(id)).toMatchObject([
      { action: `${what}.kept`, details: 'by Ana Author · 2 reports' },
    ]);
    expect((await call(`DELETE ${itself}`, author)).status).toBe(200);
  });

  it('is not kept by its author, an admin, while another admin could decide', async () => {
    const { id, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', author.id).execute();
    onTestFinished(async () => {
      await server.db.updateTable('users').set({ admin: false }).where('id', '=', author.id).execute();
    });
    expect(await call(`POST ${moderation}/keep`, author)).toMatchObject({
      status: 403,
      body: { msg: `This ${what} is your own. Another admin has to decide.` },
    });
    expect(await inQueue(id)).toMatchObject({ reportCount: 1 });
    expect(await auditEventsOn(id)).toEqual([]);
    expect((await call(`POST ${moderation}/keep`, admin)).status).toBe(200);
  });

  it('is kept by its author, the only admin', async () => {
    const alone = await testServer();
    onTestFinished(() => alone.stop());
    const [only, reader] = [await person(alone, { admin: true }), await person(alone)];
    const post = await alone.made('POST /api/posts', { token: only.token, body: { text: 'Hello' } });
    const path = `POST /api/posts/comment/${post._id}`;
    const [comment] = await alone.made(path, { token: only.token, body: { text: 'Hello' } });
    const report = what === 'post' ? `POST /api/posts/report/${post._id}` : `${path}/${comment._id}/report`;
    await alone.made(report, { token: reader.token, body: { reason: 'rude' } });
    const id = what === 'post' ? post._id : comment._id;
    const answer = await alone.call(`POST /api/moderation/${what}s/${id}/keep`, { token: only.token });
    expect(answer.status).toBe(200);
  });

  it('says to its author, an admin, neither who reported it nor in which words', async () => {
    const { id, report } = await write(what);
    await made(report, member, { reason: 'rude', details: 'He does this to me each week' });
    await server.db.updateTable('users').set({ admin: true }).where('id', '=', author.id).execute();
    onTestFinished(async () => {
      await server.db.updateTable('users').set({ admin: false }).where('id', '=', author.id).execute();
    });
    const reports = async (by: Person): Promise<object> => {
      const all: ReportedThing[] = await made('GET /api/moderation?limit=100', by);
      return all.find(({ _id }) => _id === id)?.reports ?? [];
    };
    expect(await reports(author)).toMatchObject([{ reason: 'rude', reporter: null, details: '' }]);
    expect(await reports(admin)).toMatchObject([{ reporter: { name: 'Max Member' } }]);
  });

  it('that an admin deletes while it waits is decided as removed, and its author is told', async () => {
    const { id, postId, itself, report, moderation } = await write(what);
    for (const by of [member, admin]) await made(report, by, { reason: 'rude' });
    const [keep, removed] = await Promise.all([
      call(`POST ${moderation}/keep`, await person(server, { admin: true })),
      call(`DELETE ${itself}`, admin),
    ]);
    expect(removed.status).toBe(200);
    expect(await inQueue(id)).toBeUndefined();
    const details = keep.status === 200 ? 'by Ana Author' : 'by Ana Author · 2 reports';
    expect((await auditEventsOn(id)).at(-1)).toMatchObject({ action: `${what}.removed`, details });
    expect((await noticesTo(author))[0]).toEqual({
      kind: 'removed',
      removed: what,
      text: 'Nobody should read this',
      reason: '',
      post_id: what === 'comment' ? postId : null,
    });
    const notices = (await noticesTo(author)).length;
    const own = await write(what);
    await made(report.replace(id, own.id).replace(postId, own.postId), member, { reason: 'rude' });
    await made(`DELETE ${own.itself}`, author);
    expect(await noticesTo(author)).toHaveLength(notices);
  });

  it('that its author deletes leaves the queue', async () => {
    const before = await waiting();
    const { id, itself, report } = await write(what);
    await made(report, member, { reason: 'rude' });
    await made(`DELETE ${itself}`, author);
    expect(await inQueue(id)).toBeUndefined();
    expect(await waiting()).toBe(before);
    expect(await auditEventsOn(id)).toEqual([]);
  });

  it('is not decided about when no one has reported it, nor under the name of the other kind', async () => {
    const { report, moderation } = await write(what);
    const removal = { reason };
    expect((await call(`POST ${moderation}/keep`, admin)).status).toBe(404);
    expect((await call(`POST ${moderation}/remove`, admin, removal)).status).toBe(404);
    await made(report, member, { reason: 'rude' });
    const swapped = moderation.includes('/posts/')
      ? moderation.replace('/posts/', '/comments/')
      : moderation.replace('/comments/', '/posts/');
    expect((await call(`POST ${swapped}/remove`, admin, removal)).status).toBe(404);
    expect((await call(`POST ${moderation}/remove`, admin, removal)).status).toBe(200);
  });

  it('is not removed without a reason, nor by members', async () => {
    const { id, report, moderation } = await write(what);
    await made(report, member, { reason: 'rude' });
    expect(await call(`POST ${moderation}/remove`, admin, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'Reason is required', field: 'reason' }] },
    });
    const long = await call(`POST ${moderation}/remove`, admin, { reason: 'x'.repeat(501) });
    expect(long.body.msg).toBe('Reason must be at most 500 characters');
    expect((await call(`POST ${moderation}/remove`, member, { reason })).status).toBe(403);
    expect((await call(`POST ${moderation}/keep`, author)).status).toBe(403);
    expect((await server.call(`POST ${moderation}/keep`)).status).toBe(401);
    expect(await inQueue(id)).toBeDefined();
  });

  it('of another user that an admin deletes without a report is recorded, one’s own is not', async () => {
    const { id, itself } = await write(what);
    await made(`DELETE ${itself}`, admin);
    expect(await auditEventsOn(id)).toMatchObject([{ action: `${what}.removed`, details: 'by Ana Author' }]);
    const own = await write(what);
    await made(`DELETE ${own.itself}`, author);
    expect(await auditEventsOn(own.id)).toEqual([]);
    const rejected = await write(what);
    expect((await call(`DELETE ${rejected.itself}`, await person(server))).status).toBe(403);
    expect(await auditEventsOn(rejected.id)).toEqual([]);
  });
});

describe('the queue', () => {
  it('is paged, and a further report moves nothing between the pages', async () => {
    const written = [];
    for (let number = 0; number < 3; number++) {
      const thing = await write(number === 1 ? 'comment' : 'post');
      await made(thing.report, member, { reason: 'spam' });
      written.unshift(thing);
    }
    const first = await call('GET /api/moderation?limit=2', admin);
    const [newest, second, oldest] = written;
    await made(oldest?.report ?? '', await person(server), { reason: 'other' });
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const rest: ReportedThing[] = await made(`GET ${next}`, admin);
    expect(first.body.map(({ _id }: ReportedThing) => _id)).toEqual([newest?.id, second?.id]);
    expect(rest[0]).toMatchObject({ _id: oldest?.id, reportCount: 2 });
  });

  it('holds a comment apart from the post that it is on', async () => {
    const { id, postId, report } = await write('comment');
    await made(report, admin, { reason: 'rude' });
    await made(`POST /api/posts/report/${postId}`, admin, { reason: 'spam' });
    expect(await inQueue(id)).toMatchObject({ what: 'comment', reportCount: 1 });
    expect(await inQueue(postId)).toMatchObject({ what: 'post', reportCount: 1, name: 'Max Member' });
    await made(`POST /api/moderation/posts/${postId}/remove`, admin, { reason });
    expect(await inQueue(id)).toBeUndefined();
  });

  it('keeps what was reported or written by a former member', async () => {
    const leaver = await person(server);
    const { _id: postId } = await made('POST /api/posts', member, { text: 'Open house' });
    const [{ _id: id }] = await made(`POST /api/posts/comment/${postId}`, leaver, { text: 'Bye' });
    const reporter = await person(server);
    await made(`POST /api/posts/comment/${postId}/${id}/report`, reporter, { reason: 'other' });
    for (const each of [leaver, reporter]) await made(`DELETE /api/users/${each.id}`, admin);
    expect(await inQueue(id)).toMatchObject({
      name: 'Former member',
      user: null,
      reports: [{ reporter: null }],
    });
    await made(`POST /api/moderation/comments/${id}/remove`, admin, { reason });
    expect(await auditEventsOn(id)).toMatchObject([{ details: `by a former member · reason: ${reason}` }]);
  });

  it.each(['limit=0', 'limit=101', 'cursor=garbage'])('rejects %s', async (query) => {
    expect((await call(`GET /api/moderation?${query}`, admin)).status).toBe(400);
  });

  it('is for admins', async () => {
    for (const path of ['/api/moderation', '/api/moderation/count']) {
      expect((await server.call(`GET ${path}`)).status).toBe(401);
      expect((await call(`GET ${path}`, member)).status).toBe(403);
    }
  });
});

describe('a text that is edited', () => {
  const edit = (path: string, text: string) => made(`PATCH ${path}`, author, { text });

  it.each(['keep', 'remove'])('is not decided on unseen: %s', async (act) => {
    const { id, itself, report, moderation } = await write('post', 'Kim Ito lives at 1 Main St');
    await made(report, member, { reason: 'private-information' });
    await edit(itself, 'Open house on Sunday');
    const shown = await inQueue(id);
    expect(shown).toMatchObject({
      text: 'Open house on Sunday',
      reports: [{ text: 'Kim Ito lives at 1 Main St' }],
    });
    await edit(itself, 'Kim Ito lives at 1 Main St');
    const decide = (seen: string | undefined) =>
      call(`POST ${moderation}/${act}`, admin, { ...(act === 'remove' && { reason }), seen });
    const refused = {
      status: 412,
      body: { msg: 'This post has been changed by someone else in the meantime' },
    };
    expect(await decide(shown?.version)).toMatchObject(refused);
    const again = await inQueue(id);
    expect(again).toMatchObject({ reportCount: 1, reports: [{ text: null }] });
    expect(await auditEventsOn(id)).toEqual([]);
    await made(report, await person(server), { reason: 'rude' });
    expect(await decide(again?.version)).toMatchObject(refused);
    expect((await decide('garbage')).status).toBe(400);
    expect((await decide((await inQueue(id))?.version)).status).toBe(200);
    expect(await inQueue(id)).toBeUndefined();
  });

  it('is reported again by the same member, once for each text', async () => {
    const { id, itself, report, moderation } = await write('post', 'Harmless');
    await made(report, member, { reason: 'rude' });
    await made(`POST ${moderation}/keep`, admin);
    await edit(itself, 'Kim Ito is a thief');
    await made(report, member, { reason: 'rude' });
    expect(await inQueue(id)).toMatchObject({ reportCount: 1 });
    const again = await Promise.all([1, 2].map(() => call(report, member, { reason: 'rude' })));
    expect(again.map(({ body }) => body.msg)).toEqual(['Post already reported', 'Post already reported']);
    await edit(itself, 'Harmless');
    expect((await call(report, member, { reason: 'rude' })).body.msg).toBe('Post already reported');
  });

  it('is on record, and told to its author, as it was reported', async () => {
    const { id, itself, report, moderation } = await write('post', 'Kim Ito is a thief and a liar');
    await made(report, member, { reason: 'rude' });
    await edit(itself, 'Have a nice day');
    await made(`POST ${moderation}/remove`, admin, { reason });
    expect(await auditEventsOn(id)).toMatchObject([
      {
        object_name: 'Have a nice day',
        details: `by Ana Author · reason: ${reason} · reported text: Kim Ito is a thief and…`,
      },
    ]);
    expect((await noticesTo(author))[0]?.text).toBe('Kim Ito is a thief and a liar');
  });

  it('of a report from before texts were stored is the present one, unless it was edited since', async () => {
    const { id, itself, report } = await write('post', 'Old words');
    await made(report, member, { reason: 'rude' });
    const stored = server.db.updateTable('reports').set({ text: null, text_sha256: null });
    await stored.where('post_id', '=', id).execute();
    expect(await inQueue(id)).toMatchObject({ reports: [{ text: null }] });
    expect((await call(report, member, { reason: 'rude' })).body.msg).toBe('Post already reported');
    await edit(itself, 'New words');
    await made(report, member, { reason: 'rude' });
    expect(await inQueue(id)).toMatchObject({ reportCount: 2 });
  });
});

describe('pinning', () => {
  it('ends when an author who may not pin rewrites the post', async () => {
    const { id, itself } = await write('post', 'Office closed on Friday');
    await made(`PUT /api/posts/pin/${id}`, admin);
    const edited = await made(`PATCH ${itself}`, author, { text: 'Pay fees to account 999' });
    expect(edited).toMatchObject({ text: 'Pay fees to account 999', pinned: false });
    expect((await auditEventsOn(id)).at(-1)).toEqual({
      action: 'post.unpinned',
      actor_name: 'Ana Author',
      object_name: 'Pay fees to account 999',
      details: 'by Ana Author · rewritten by its author',
    });
    const own = await made('POST /api/posts', admin, { text: 'Closed on Monday' });
    await made(`PUT /api/posts/pin/${own._id}`, admin);
    const mine = await made(`PATCH /api/posts/${own._id}`, admin, { text: 'Closed on Tuesday' });
    expect(mine.pinned).toBe(true);
  });

  it('goes on record, when it changes something', async () => {
    const { id } = await write('post');
    for (const key of ['PUT', 'PUT', 'DELETE', 'DELETE']) await made(`${key} /api/posts/pin/${id}`, admin);
    expect(await auditEventsOn(id)).toMatchObject([
      { action: 'post.pinned', actor_name: 'Ada Admin', details: 'by Ana Author' },
      { action: 'post.unpinned' },
    ]);
    expect((await call(`PUT /api/posts/pin/${missing}`, admin)).status).toBe(404);
  });
});

describe('limits', () => {
  it('let a member report 20 times an hour', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' });
    onTestFinished(() => limited.stop());
    const by = await person(limited);
    const report = (token: string) =>
      limited.call(`POST /api/posts/report/${missing}`, { token, body: { reason: 'spam' } });
    for (let number = 0; number < 20; number++) expect((await report(by.token)).status).toBe(404);
    const rejected = await report(by.token);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await report((await person(limited)).token)).status).toBe(404);
  });
});
