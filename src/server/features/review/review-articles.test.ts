import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody } from '../../../../test/factories.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let admin: Person;
let member: Person;
let other: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true });
  member = await person(server, { name: 'Mia Member' });
  other = await person(server);
  await choose('review');
});
afterAll(() => server.stop());

const choose = (articles: string) =>
  server.made('PUT /api/site/publishing', {
    token: admin.token,
    body: { articles, testimonials: 'members' },
  });
const submitNew = (given: object = {}) =>
  server.made('POST /api/articles', { token: member.token, body: articleBody(given) });
const publicArticle = (given: object = {}) =>
  server.made('POST /api/articles', { token: admin.token, body: articleBody(given) });
const submission = (id: string, { token }: Pick<Person, 'token'> = admin) =>
  server.made(`GET /api/submissions/${id}`, { token });
const publish = (id: string, body: unknown, { token }: Pick<Person, 'token'> = admin, on = server) =>
  on.call(`POST /api/submissions/${id}/publish`, { token, body });
async function publishAsSeen(id: string) {
  const { version, targetVersion } = await submission(id);
  return publish(id, { version, targetVersion });
}
const news = async ({ token }: Pick<Person, 'token'>, kind: string) =>
  (await server.made('GET /api/notifications?limit=100', { token })).filter(
    (notification: { kind: string }) => notification.kind === kind,
  );
const missing = { status: 404, body: { msg: 'Submission not found' } };

describe('an article that a member publishes where it waits for a review', () => {
  it('is a draft that was submitted, and public once it is published', async () => {
    const article = await submitNew({ title: 'Waits for a review' });
    expect(article).toMatchObject({
      state: 'draft',
      author: { name: 'Mia Member' },
      submission: { state: 'submitted', word: '', asked: null },
    });
    expect((await server.call(`GET /api/articles/${article._id}`)).status).toBe(404);
    const { _id } = article.submission;
    expect(await submission(_id)).toMatchObject({
      kind: 'article',
      name: 'Waits for a review',
      author: { _id: member.id },
      own: false,
      targetVersion: 1,
      article: { before: null, after: { title: 'Waits for a review' }, scheduled: null },
    });
    expect(await publishAsSeen(_id)).toMatchObject({ status: 200, body: { msg: 'Published' } });
    expect(await server.made(`GET /api/articles/${article._id}`)).toMatchObject({
      title: 'Waits for a review',
    });
    expect(await publishAsSeenIsGone(_id)).toBe(true);
    expect((await news(member, 'submission'))[0]).toMatchObject({
      excerpt: '“Waits for a review” is published',
      actor: { user: admin.id },
    });
  });
  const publishAsSeenIsGone = async (id: string) =>
    (await server.call(`GET /api/submissions/${id}`, { token: admin.token })).status === 404;

  it('keeps its public text until the change is published', async () => {
    const { _id } = await publicArticle({ title: 'As it was' });
    const before = await server.call(`GET /api/articles/${_id}`);
    const changed = await server.made(`PATCH /api/articles/${_id}`, {
      token: member.token,
      body: { title: 'As it should be' },
    });
    expect(changed).toMatchObject({ title: 'As it was', submission: { state: 'submitted' } });
    const after = await server.call(`GET /api/articles/${_id}`);
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await submission(changed.submission._id)).toMatchObject({
      article: { before: { title: 'As it was' }, after: { title: 'As it should be' } },
    });
    expect((await publishAsSeen(changed.submission._id)).status).toBe(200);
    expect(await server.made(`GET /api/articles/${_id}`)).toMatchObject({ title: 'As it should be' });
  });

  it('keeps its public text when a former version is restored', async () => {
    const { _id } = await publicArticle({ title: 'First' });
    await server.made(`PATCH /api/articles/${_id}`, { token: admin.token, body: { title: 'Second' } });
    const [version] = await server.made(`GET /api/articles/versions/${_id}`, { token: member.token });
    const address = `POST /api/articles/versions/${_id}/${version._id}/restore`;
    expect(await server.made(address, { token: member.token })).toMatchObject({
      title: 'Second',
      submission: { state: 'submitted' },
    });
  });

  it('is scheduled at its time by who publishes it', async () => {
    const date = new Date(Date.now() + 3_600_000).toISOString();
    const article = await submitNew({ state: 'scheduled', date });
    expect(article).toMatchObject({ state: 'draft', submission: { state: 'submitted' } });
    expect((await submission(article.submission._id)).article.scheduled).toBe(date);
    expect((await publishAsSeen(article.submission._id)).status).toBe(200);
    const token = admin.token;
    expect(await server.made(`GET /api/articles/all/${article._id}`, { token })).toMatchObject({
      state: 'scheduled',
      date,
    });
  });

  it('waits for nothing as a draft', async () => {
    const article = await submitNew({ state: 'draft' });
    expect(article).not.toHaveProperty('submission');
    const body = { title: 'Still a draft' };
    const token = member.token;
    const changed = await server.made(`PATCH /api/articles/${article._id}`, { token, body });
    expect(changed).toMatchObject({ title: 'Still a draft', state: 'draft' });
    expect(changed).not.toHaveProperty('submission');
  });

  it('is published at once by those with the right', async () => {
    const article = await publicArticle();
    expect(article.state).toBe('published');
    expect(article).not.toHaveProperty('submission');
  });

  it('cannot be deleted or taken off the site by a member', async () => {
    const { _id } = await publicArticle();
    const token = member.token;
    expect(await server.call(`DELETE /api/articles/${_id}`, { token })).toMatchObject({
      status: 403,
      body: { msg: 'Only people with the right Content can delete what is public' },
    });
    const body = { state: 'draft' };
    expect((await server.call(`PATCH /api/articles/${_id}`, { token, body })).status).toBe(403);
    expect((await server.call(`GET /api/articles/${_id}`)).status).toBe(200);
  });

  it('is in the list and the editor of its author with where it stands', async () => {
    const article = await submitNew();
    const { _id } = article.submission;
    const token = member.token;
    await server.made(`POST /api/submissions/${_id}/send-back`, {
      token: admin.token,
      body: { version: 1, word: 'Please name the year.' },
    });
    const mark = { _id, state: 'sent-back', word: 'Please name the year.', asked: null };
    const listed = await server.made('GET /api/articles/all', { token });
    const found = listed.find((each: { _id: string }) => each._id === article._id);
    expect(found.submission).toEqual(mark);
    expect((await server.made(`GET /api/articles/all/${article._id}`, { token })).submission).toEqual(mark);
    const seen = await server.made(`GET /api/articles/all/${article._id}`, { token: admin.token });
    expect(seen).not.toHaveProperty('submission');
    expect((await news(member, 'submission'))[0]).toMatchObject({ reason: 'Please name the year.' });

    const again = await server.made(`PATCH /api/articles/${article._id}`, {
      token,
      body: { title: 'In 2026', state: 'published' },
    });
    expect(again.submission).toMatchObject({ _id, state: 'submitted', word: '' });
    expect(await submission(_id)).toMatchObject({ version: 3, article: { after: { title: 'In 2026' } } });
  });
});

describe('those with the right to the content', () => {
  it('are told once of several', async () => {
    const reviewer = await person(server, { admin: true });
    await submitNew({ title: 'One of several' });
    expect((await news(reviewer, 'review'))[0].actor.user).toBe(member.id);
    await submitNew({ title: 'Another' });
    const all = await news(reviewer, 'review');
    expect(all).toHaveLength(1);
    expect(all[0].excerpt).toMatch(/^\d+ submissions wait for a review$/);
    expect(await news(other, 'review')).toEqual([]);
  });

  it('publish what they looked at, and nothing that was changed since', async () => {
    const article = await submitNew({ title: 'Looked at' });
    const { _id } = article.submission;
    const { version, targetVersion } = await submission(_id);
    await server.made(`PATCH /api/articles/${article._id}`, {
      token: member.token,
      body: { title: 'Slipped in', state: 'published' },
    });
    expect((await publish(_id, { version, targetVersion })).status).toBe(412);
    const now = await submission(_id);
    expect((await publish(_id, { version: now.version, targetVersion })).status).toBe(412);
    expect((await server.call(`GET /api/articles/${article._id}`)).status).toBe(404);
  });

  it('publish or miss an edit on another server, never a mixture', async () => {
    const second = await secondServer(server);
    try {
      for (const round of [1, 2, 3, 4, 5]) {
        const article = await submitNew({ title: `Round ${round}`, text: 'As seen.' });
        const { _id } = article.submission;
        const { version, targetVersion } = await submission(_id);
        const [published, edited] = await Promise.all([
          publish(_id, { version, targetVersion }),
          second.call(`PATCH /api/articles/${article._id}`, {
            token: member.token,
            body: { text: 'Changed.', state: 'published' },
          }),
        ]);
        expect([200, 412]).toContain(published.status);
        expect(edited.status).toBe(200);
        expect(edited.body.submission).toMatchObject({ state: 'submitted' });
        const answer = await server.call(`GET /api/articles/${article._id}`);
        expect(answer.status).toBe(published.status === 200 ? 200 : 404);
        if (published.status === 200) expect(answer.body.text).toBe('As seen.');
      }
    } finally {
      await second.stop();
    }
  });

  it('lose it between the look and the act', async () => {
    const article = await submitNew();
    const reviewer = await person(server, { admin: true });
    const { version, targetVersion } = await submission(article.submission._id, reviewer);
    await server.db.updateTable('users').set({ admin: false }).where('id', '=', reviewer.id).execute();
    expect((await publish(article.submission._id, { version, targetVersion }, reviewer)).status).toBe(403);
    expect((await server.call(`GET /api/articles/${article._id}`)).status).toBe(404);
  });

  it('are those whom an admin gave it, too', async () => {
    const editor = await person(server, { content: true });
    const article = await submitNew();
    expect(await news(editor, 'review')).toHaveLength(1);
    const { version, targetVersion } = await submission(article.submission._id, editor);
    expect((await publish(article.submission._id, { version, targetVersion }, editor)).status).toBe(200);
  });

  it('keep what was submitted by who is gone, to publish or delete it', async () => {
    const leaver = await person(server);
    const body = articleBody({ title: 'Of one who left' });
    const article = await server.made('POST /api/articles', { token: leaver.token, body });
    await server.made(`DELETE /api/users/${leaver.id}`, { token: admin.token });
    expect(await submission(article.submission._id)).toMatchObject({ author: null, name: 'Of one who left' });
    expect((await publishAsSeen(article.submission._id)).status).toBe(200);
    expect((await server.call(`GET /api/articles/${article._id}`)).status).toBe(200);
  });

  it('say why when they send back', async () => {
    const { submission: mark } = await submitNew();
    const address = `POST /api/submissions/${mark._id}/send-back`;
    const token = admin.token;
    expect(await server.call(address, { token, body: { version: 1, word: ' ' } })).toMatchObject({
      status: 400,
      body: { msg: 'Word to the author is required' },
    });
    expect((await server.call(address, { token, body: { version: 7, word: 'No' } })).status).toBe(412);
    expect((await server.call(address, { token, body: { version: 1, word: 'No' } })).status).toBe(200);
    expect((await publish(mark._id, { version: 2, targetVersion: 1 })).status).toBe(412);
  });
});

describe('a submission', () => {
  it('is seen by its author and those with the right, and no one else', async () => {
    const { submission: mark } = await submitNew();
    expect((await submission(mark._id, member)).own).toBe(true);
    const token = other.token;
    expect(await server.call(`GET /api/submissions/${mark._id}`, { token })).toMatchObject(missing);
    expect(await server.made('GET /api/submissions', { token })).toEqual([]);
    expect((await server.call('GET /api/submissions')).status).toBe(401);
    const ids = async (who: Person) =>
      (await server.made('GET /api/submissions', { token: who.token })).map(
        (each: { _id: string }) => each._id,
      );
    expect(await ids(member)).toContain(mark._id);
    expect(await ids(admin)).toContain(mark._id);
  });

  it('is withdrawn by its author, and its draft stays', async () => {
    const article = await submitNew();
    const address = `DELETE /api/submissions/${article.submission._id}`;
    expect(await server.call(address, { token: other.token })).toMatchObject(missing);
    expect((await server.call(address)).status).toBe(401);
    expect((await server.call(address, { token: member.token })).status).toBe(200);
    const token = member.token;
    const draft = await server.made(`GET /api/articles/all/${article._id}`, { token });
    expect(draft.state).toBe('draft');
    expect(draft).not.toHaveProperty('submission');
    expect(await server.call(address, { token: member.token })).toMatchObject(missing);
  });

  it('goes with its article', async () => {
    const article = await submitNew();
    await server.made(`DELETE /api/articles/${article._id}`, { token: admin.token });
    const token = member.token;
    const address = `GET /api/submissions/${article.submission._id}`;
    expect(await server.call(address, { token })).toMatchObject(missing);
  });

  it('keeps the working copy of a public article, for going on', async () => {
    const { _id } = await publicArticle();
    const token = member.token;
    const copy = { title: 'Another', slug: '', url: '', snippet: 'S', text: 'T' };
    await server.made(`PUT /api/articles/working-copy/${_id}`, { token, body: copy });
    await server.made(`PATCH /api/articles/${_id}`, { token, body: { title: 'Another' } });
    expect((await server.made(`GET /api/articles/working-copy/${_id}`, { token })).copy.title).toBe(
      'Another',
    );
  });

  it('is made once for a request that is repeated', async () => {
    const headers = { 'idempotency-key': `"${newId()}"` };
    const body = articleBody({ title: 'Sent twice' });
    const token = member.token;
    const first = await server.made('POST /api/articles', { token, body, headers });
    expect(await server.made('POST /api/articles', { token, body, headers })).toEqual(first);
  });

  it('is not found by an id that no submission has', async () => {
    const token = admin.token;
    for (const id of ['42', newId()]) {
      expect(await server.call(`GET /api/submissions/${id}`, { token })).toMatchObject(missing);
      expect(await publish(id, { version: 1, targetVersion: 1 })).toMatchObject(missing);
    }
  });

  it('is decided by the setting of the moment at which it is published', async () => {
    const article = await submitNew();
    await choose('members');
    try {
      const token = member.token;
      const body = { state: 'published' };
      const published = await server.made(`PATCH /api/articles/${article._id}`, { token, body });
      expect(published.state).toBe('published');
      expect(published).not.toHaveProperty('submission');
    } finally {
      await choose('review');
    }
  });
});

it('is deleted by who may publish it only, and its author is told', async () => {
  const { _id, submission: mark } = await submitNew({ title: 'Handed in and new' });
  const told = async (title: string) =>
    (await news(member, 'submission')).some(
      ({ excerpt }: { excerpt: string }) => excerpt === `“${title}” was deleted`,
    );
  expect(await server.call(`DELETE /api/articles/${_id}`, { token: other.token })).toMatchObject({
    status: 403,
    body: { msg: 'Only people with the right Content can delete what others handed in' },
  });
  expect((await submission(mark._id)).name).toBe('Handed in and new');
  await server.made(`DELETE /api/articles/${_id}`, { token: admin.token });
  expect(await told('Handed in and new')).toBe(true);
  const change = await publicArticle();
  const body = { title: 'A change that was handed in' };
  await server.made(`PATCH /api/articles/${change._id}`, { token: member.token, body });
  await server.made(`DELETE /api/articles/${change._id}`, { token: admin.token });
  expect(await told(body.title)).toBe(true);
  const own = await submitNew({ title: 'Deleted by its author' });
  await server.made(`DELETE /api/articles/${own._id}`, { token: member.token });
  expect(await told('Deleted by its author')).toBe(false);
});

it('suspending an author leaves the submission to the office', async () => {
  const author = await person(server);
  const body = articleBody({ title: 'Of one who is suspended' });
  const article = await server.made('POST /api/articles', { token: author.token, body });
  await server.made(`POST /api/users/${author.id}/suspend`, { token: admin.token });
  expect((await publishAsSeen(article.submission._id)).status).toBe(200);
});

it('the user says what waits', async () => {
  const whoAmI = ({ token }: Person) => server.made('GET /api/auth', { token });
  expect(await whoAmI(member)).toMatchObject({
    editsContent: true,
    articlesWait: true,
    testimonialsWait: false,
    reviewsContent: false,
  });
  expect(await whoAmI(admin)).toMatchObject({ articlesWait: false, reviewsContent: true });
});
