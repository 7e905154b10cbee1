import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { type Person, person, profileBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { now } from '../../platform/db/ids.ts';

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
const write = (text: string, mentions: string[], who = author) =>
  by(who, 'POST /api/posts', { text, mentions });
const edit = (id: string, text: string, mentions?: string[]) =>
  by(author, `PATCH /api/posts/${id}`, { text, mentions });
const comment = async (who: Person, post: string, text: string, mentions: string[]) =>
  (await by(who, `POST /api/posts/comment/${post}`, { text, mentions }))[0];
const notificationsOf = (who: Person) => by(who, 'GET /api/notifications');
const missing = '0190a0b0-0000-7000-8000-000000000000';

describe('mentions in a post', () => {
  it('are the requested members whose name is in the text; they are notified', async () => {
    const post = await write('Thanks, @Ann Lee. Ben Boyd, too', [ann.id, ben.id, missing]);
    expect(post.mentions).toEqual([{ user: ann.id, name: 'Ann Lee' }]);
    const [notification] = await notificationsOf(ann);
    expect(notification).toMatchObject({
      kind: 'mention',
      actor: { user: author.id },
      post: post._id,
      comment: null,
      excerpt: 'Thanks, @Ann Lee. Ben Boyd, too',
    });
    expect(await notificationsOf(ben)).toEqual([]);
    expect((await by(ben, `GET /api/posts/${post._id}`)).mentions).toEqual(post.mentions);
    const [first] = await by(ben, 'GET /api/posts');
    expect(first.mentions).toEqual(post.mentions);
  });

  it('leave out the suspended and the invited, and do not notify the author', async () => {
    const gone = await person(server, { name: 'Gus Gone', suspended_at: now() });
    const invited = await person(server, { name: 'Ida Invited', password_hash: null });
    const text = '@Gus Gone @Ida Invited @Ada Author';
    const post = await write(text, [gone.id, invited.id, author.id]);
    expect(post.mentions).toEqual([{ user: author.id, name: 'Ada Author' }]);
    expect(await notificationsOf(author)).toEqual([]);
  });

  it('are none without ids, as older clients write', async () => {
    const { mentions } = await by(author, 'POST /api/posts', { text: '@Ann Lee' });
    expect(mentions).toEqual([]);
    expect(await notificationsOf(ann)).toEqual([]);
  });

  it.each([[['not-an-id']], ['Ann Lee'], [Array.from({ length: 21 }, () => missing)]])(
    'are rejected as %j',
    async (mentions) => {
      const { status, body } = await server.call('POST /api/posts', {
        token: author.token,
        body: { text: 'x', mentions },
      });
      expect({ status, field: body.errors[0].field?.split('.')[0] }).toEqual({
        status: 400,
        field: 'mentions',
      });
    },
  );

  it('that an edit adds cause notifications, earlier ones not again', async () => {
    const post = await write('@Ann Lee', [ann.id]);
    const edited = await edit(post._id, '@Ann Lee and @Ben Boyd', [ann.id, ben.id]);
    expect(edited.mentions.map(({ user }: { user: string }) => user)).toEqual([ann.id, ben.id]);
    expect(await notificationsOf(ann)).toHaveLength(1);
    expect(await notificationsOf(ben)).toMatchObject([{ kind: 'mention', post: post._id }]);
    expect((await edit(post._id, 'Nobody')).mentions).toEqual([]);
    await edit(post._id, '@Ben Boyd again', [ben.id]);
    expect(await notificationsOf(ben)).toHaveLength(1);
  });

  it('stay in an edit that does not name them, also when the member has another name now', async () => {
    const post = await write('@Ann Lee', [ann.id]);
    await server.db.updateTable('users').set({ name: 'Ann Ray' }).where('id', '=', ann.id).execute();
    const edited = await edit(post._id, 'Again: @Ann Lee');
    expect(edited.mentions).toEqual([{ user: ann.id, name: 'Ann Lee' }]);
  });
});

it('mentions of a member who is deleted or erased are plain text, in posts and comments of others', async () => {
  for (const leave of ['deleted', 'erased'] as const) {
    const gone = await person(server, { name: 'Gina Gone' });
    const text = `@Gina Gone and @Ben Boyd, ${leave}`;
    const post = await write(text, [gone.id, ben.id]);
    const alone = await write('Thanks @Gina Gone', [gone.id]);
    await comment(ben, post._id, text, [gone.id]);
    const token = await makeToken(server.db, { admin: true });
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', gone.id)
      .executeTakeFirstOrThrow();
    if (leave === 'deleted') await server.made(`DELETE /api/users/${gone.id}`, { token });
    else await server.made('POST /api/personal-data/erasure', { token, body: { email } });
    const read = await by(author, `GET /api/posts/${post._id}`);
    expect(read.text).toBe(text);
    expect(read.mentions).toEqual([{ user: ben.id, name: 'Ben Boyd' }]);
    expect(read.comments[0].mentions).toEqual([]);
    expect((await by(author, `GET /api/posts/${alone._id}`)).mentions).toEqual([]);
    for (const table of ['posts', 'comments'] as const) {
      const rows = await server.db
        .selectFrom(table)
        .select('mentions')
        .where('mentions', 'like', `%${gone.id}%`)
        .execute();
      expect(rows).toEqual([]);
    }
  }
});

describe('mentions in a comment', () => {
  it("notify the post's author once, not also of the comment", async () => {
    const post = await write('Open house', []);
    const written = await comment(ann, post._id, '@Ada Author @Ben Boyd @Ann Lee', [
      author.id,
      ben.id,
      ann.id,
    ]);
    expect(written.mentions).toHaveLength(3);
    expect(await notificationsOf(author)).toMatchObject([{ kind: 'mention', comment: written._id }]);
    expect(await notificationsOf(ben)).toMatchObject([{ kind: 'mention', actor: { name: 'Ann Lee' } }]);
    expect(await notificationsOf(ann)).toEqual([]);
  });

  it('come with the live feed, as those of a changed post', async () => {
    const post = await write('Open house', []);
    const { position } = await by(author, 'GET /api/posts/events');
    await comment(ann, post._id, '@Ben Boyd', [ben.id]);
    await edit(post._id, 'Ask @Ann Lee', [ann.id]);
    const { events } = await by(author, `GET /api/posts/events?after=${position}`);
    expect(events).toMatchObject([
      { kind: 'comment', comment: { mentions: [{ user: ben.id, name: 'Ben Boyd' }] } },
      { kind: 'changed', mentions: [{ user: ann.id, name: 'Ann Lee' }] },
    ]);
  });

  it('go with a member who is deleted meanwhile, and nothing else is lost', async () => {
    const post = await write('Open house', []);
    const admin = await person(server, { admin: true });
    const [added] = await Promise.all([
      server.call(`POST /api/posts/comment/${post._id}`, {
        token: ann.token,
        body: { text: '@Ben Boyd', mentions: [ben.id] },
      }),
      server.call(`DELETE /api/users/${ben.id}`, { token: admin.token }),
    ]);
    expect(added.status).toBe(200);
    expect(await notificationsOf(author)).toHaveLength(1);
  });
});

describe('the completion of names', () => {
  const names = async (search: string, who = author): Promise<string[]> => {
    const found = await by(who, `GET /api/mentions?search=${encodeURIComponent(search)}`);
    return found.map(({ name }: { name: string }) => name);
  };

  it('finds by the beginning of the name or a later word, whole names first', async () => {
    const zoe = await person(server, { name: 'Zoe Quill' });
    await person(server, { name: 'Quillan Zed' });
    await person(server, { name: 'Aquill Zed' });
    expect(await names('quill')).toEqual(['Quillan Zed', 'Zoe Quill']);
    expect(await names('ZOE Q')).toEqual(['Zoe Quill']);
    expect(await by(author, 'GET /api/mentions?search=zoe')).toEqual([
      { user: zoe.id, name: 'Zoe Quill', avatar: null },
    ]);
    expect(await names('')).toEqual([]);
    expect(await names('%')).toEqual([]);
  });

  it('finds letters of other scripts, whichever case is typed', async () => {
    await person(server, { name: 'Émile Ökonom' });
    for (const search of ['émile', 'Émile', 'ökon', 'Ökon'])
      expect(await names(search)).toEqual(['Émile Ökonom']);
  });

  it('leaves out oneself, the suspended, the invited and the hidden, and ends at eight', async () => {
    const me = await person(server, { name: 'Wim Self' });
    await person(server, { name: 'Wim Suspended', suspended_at: now() });
    await person(server, { name: 'Wim Invited', password_hash: null });
    const hidden = await person(server, { name: 'Wim Hidden' });
    await by(hidden, 'POST /api/profile', { ...profileBody, hidden: true });
    const listed = await person(server, { name: 'Wim Listed' });
    await by(listed, 'POST /api/profile', profileBody);
    expect(await names('wim', me)).toEqual(['Wim Listed']);
    for (let number = 0; number < 9; number++) await person(server, { name: `Wim ${number}` });
    expect(await names('wim', me)).toHaveLength(8);
  });
});
