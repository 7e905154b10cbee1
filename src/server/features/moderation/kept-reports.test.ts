import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { legalHold, type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { eraseOldData } from '../retention/erase-old-data.ts';

/** docs/product.md P19.8: a legal hold keeps decided reports, also when what they are on goes. */

let server: TestServer;
let admin: Person;
let author: Person;
let reporter: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.db.deleteFrom('kept_reports').execute();
  author = await person(server);
  reporter = await person(server);
});

const made = (key: string, by: Person, body?: unknown) => server.made(key, { token: by.token, body });
const hold = async (who: Person): Promise<string> =>
  (await made('POST /api/legal-holds', admin, { ...legalHold(), email: who.email }))._id;

interface Reported {
  postId: string;
  /** Null where the post was reported. */
  commentId: string | null;
  itself: string;
  text: string;
}

/** A text of the author that the reporter has reported, and that was left as it is. */
async function reported(what: 'post' | 'comment', { decided = true } = {}): Promise<Reported> {
  const text = 'She lives at 5 Elm Street';
  const owner = what === 'post' ? author : admin;
  const { _id: postId } = await made('POST /api/posts', owner, { text });
  const comments = what === 'post' ? [] : await made(`POST /api/posts/comment/${postId}`, author, { text });
  const commentId: string | null = comments[0]?._id ?? null;
  const itself = what === 'post' ? `/api/posts/${postId}` : `/api/posts/comment/${postId}/${commentId}`;
  const report = what === 'post' ? `/api/posts/report/${postId}` : `${itself}/report`;
  await made(`POST ${report}`, reporter, { reason: 'private-information', details: 'Her address' });
  if (decided) await made(`POST /api/moderation/${what}s/${commentId ?? postId}/keep`, admin);
  return { postId, commentId, itself, text };
}

const kept = () =>
  server.db
    .selectFrom('kept_reports')
    .select(['post_id', 'comment_id', 'author_id', 'reporter_id', 'reason', 'details', 'text', 'resolved_at'])
    .execute();
const keptOf = ({ postId, commentId, text }: Reported) => ({
  post_id: postId,
  comment_id: commentId,
  author_id: author.id,
  reporter_id: reporter.id,
  reason: 'private-information',
  details: 'Her address',
  text,
  resolved_at: expect.any(String),
});
const eraseOld = () => eraseOldData(server.parts);

describe.each(['post', 'comment'] as const)('the decided report on a %s that is deleted', (what) => {
  it.each(['author', 'reporter'] as const)('stays while its %s is under a hold', async (who) => {
    const found = await reported(what);
    const id = await hold(who === 'author' ? author : reporter);
    await made(`DELETE ${found.itself}`, author);
    expect(await kept()).toEqual([keptOf(found)]);
    const age = { created_at: fromNow(-900 * day), resolved_at: fromNow(-900 * day) };
    await server.db.updateTable('kept_reports').set(age).execute();
    await eraseOld();
    expect(await kept()).toHaveLength(1);
    await made(`DELETE /api/legal-holds/${id}`, admin);
    await eraseOld();
    expect(await kept()).toEqual([]);
  });

  it('stays when an admin removes it', async () => {
    const found = await reported(what, { decided: false });
    await hold(author);
    const path = `POST /api/moderation/${what}s/${found.commentId ?? found.postId}/remove`;
    await made(path, admin, { reason: 'It names a client.' });
    expect(await kept()).toEqual([keptOf(found)]);
  });

  it('goes with it under no hold, and an open one under a hold', async () => {
    const other = await person(server);
    await hold(other);
    await made(`DELETE ${(await reported(what)).itself}`, author);
    expect(await kept()).toEqual([]);
    const open = await reported(what, { decided: false });
    await hold(author);
    await made(`DELETE ${open.itself}`, author);
    expect(await kept()).toEqual([]);
  });
});

it('that on a comment stays when the post goes', async () => {
  const found = await reported('comment');
  await hold(author);
  await made(`DELETE /api/posts/${found.postId}`, admin);
  expect(await kept()).toEqual([keptOf(found)]);
});

it('stays when its author’s account goes while its reporter is under a hold', async () => {
  const found = await reported('post');
  await hold(reporter);
  await made(`DELETE /api/users/${author.id}`, admin);
  expect(await kept()).toEqual([keptOf(found)]);
});

it('its reporter without a hold exports it, and leaves it without their name', async () => {
  const { itself, postId } = await reported('post');
  const id = await hold(author);
  await made(`DELETE ${itself}`, author);
  const { held } = await made('POST /api/personal-data/preview', admin, { email: reporter.email });
  expect(held).toContainEqual(expect.objectContaining({ table: 'kept_reports', rows: 1 }));
  await made(`DELETE /api/users/${reporter.id}`, admin);
  await eraseOld();
  const left = { post_id: postId, author_id: author.id, reporter_id: null, details: 'Her address' };
  expect(await kept()).toMatchObject([left]);
  await made(`DELETE /api/legal-holds/${id}`, admin);
  await eraseOld();
  expect(await kept()).toEqual([]);
});

it.each(['post', 'comment'] as const)(
  'that on a %s has the words of a reporter whose account goes, until the hold on its author is lifted',
  async (what) => {
    const { postId } = await reported(what);
    const id = await hold(author);
    await made(`DELETE /api/users/${reporter.id}`, admin);
    const report = () =>
      server.db
        .selectFrom('reports')
        .select(['reporter_id', 'details'])
        .where('post_id', '=', postId)
        .executeTakeFirst();
    await eraseOld();
    expect(await report()).toEqual({ reporter_id: null, details: 'Her address' });
    await made(`DELETE /api/legal-holds/${id}`, admin);
    await eraseOld();
    expect(await report()).toEqual({ reporter_id: null, details: null });
  },
);

it('under no hold loses the words with the account of its reporter', async () => {
  const { postId } = await reported('post');
  await made(`DELETE /api/users/${reporter.id}`, admin);
  const report = server.db.selectFrom('reports').select('details').where('post_id', '=', postId);
  expect(await report.execute()).toEqual([{ details: null }]);
});
