import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainImage, upload } from '../../../../test/images.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';

let server: TestServer;
let admin: Person;
let member: Person;
let named: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await person(server, { admin: true, name: 'Olive Owner' });
  member = await person(server, { name: 'Mia Member' });
  named = await person(server, { name: 'Søren O’Hara' });
});
afterAll(() => server.stop());

const choose = (testimonials: string) =>
  server.made('PUT /api/site/publishing', {
    token: admin.token,
    body: { articles: 'members', testimonials },
  });
const words = (given: object = {}) => ({ name: 'Dana', testimonial: 'Paid the next day.', ...given });
const add = (given: object = {}, { token } = member) =>
  server.made('POST /api/testimonials', { token, body: words(given) });
const isPublic = async (id: string) => {
  const list: { _id: string }[] = await server.made('GET /api/testimonials');
  const listed = list.some(({ _id }) => _id === id);
  expect((await server.call(`GET /api/testimonials/${id}`)).status).toBe(listed ? 200 : 404);
  return listed;
};
const submission = (id: string, { token } = admin) => server.made(`GET /api/submissions/${id}`, { token });
const answer = (id: string, yes: boolean, { token } = named, version = 1) =>
  server.call(`POST /api/submissions/${id}/answer`, { token, body: { version, yes } });
const publishAsSeen = async (id: string) => {
  const { version, targetVersion } = await submission(id);
  return server.call(`POST /api/submissions/${id}/publish`, {
    token: admin.token,
    body: { version, targetVersion },
  });
};
const suspend = ({ id }: Person) => server.made(`POST /api/users/${id}/suspend`, { token: admin.token });
const news = async ({ token }: Person, kind: string) =>
  (await server.made('GET /api/notifications?limit=100', { token })).filter(
    (notification: { kind: string }) => notification.kind === kind,
  );

describe('a testimonial in the name of a member', () => {
  it('waits for their yes, however the name is written', async () => {
    const added = await add({ name: "soren  o'hara" });
    expect(added).toMatchObject({
      name: "soren  o'hara",
      submission: { state: 'submitted', asked: 'Søren O’Hara' },
    });
    expect(await isPublic(added._id)).toBe(false);
    expect((await news(named, 'consent'))[0]).toMatchObject({ actor: { user: member.id } });
    const { _id } = added.submission;
    expect(await submission(_id, named)).toMatchObject({
      asksYou: true,
      testimonial: { before: null, after: { testimonial: 'Paid the next day.' } },
    });
    expect(await answer(_id, true)).toMatchObject({ status: 200, body: { msg: 'Published' } });
    expect(await isPublic(added._id)).toBe(true);
    expect((await news(member, 'submission'))[0].excerpt).toContain('is published');
  });

  it.each([
    [{ name: 'O’Hara, Søren' }],
    [{ name: 'Søren O’Hara, Realtor' }],
    [{ name: 'Søren-O’Hara.' }],
    [{ name: '“Soren Ohara”' }],
  ])('waits for them as %o, too', async (given) => {
    const { submission: mark } = await add(given);
    expect(mark).toMatchObject({ state: 'submitted', asked: named.name });
    expect((await answer(mark._id, false)).status).toBe(200);
    expect((await add(given, named)).submission).toBeUndefined();
  });

  it('a license that is taken off in a review needs no yes', async () => {
    await choose('review');
    try {
      const { _id } = await add({ name: named.name, license: '01340009' }, admin).then(
        async ({ submission: mark, ...added }) => {
          expect((await answer(mark._id, true)).body).toMatchObject({ msg: 'Published' });
          return added;
        },
      );
      const { submission: mark } = await server.made(`PATCH /api/testimonials/${_id}`, {
        token: member.token,
        body: { license: null },
      });
      expect(mark).toMatchObject({ asked: null });
      expect((await publishAsSeen(mark._id)).status).toBe(200);
    } finally {
      await choose('members');
    }
  });

  it('waits for their yes to a license on it', async () => {
    const { _id } = await add({ name: named.name }, named);
    const changed = await server.made(`PATCH /api/testimonials/${_id}`, {
      token: member.token,
      body: { license: '01340009' },
    });
    expect(changed).toMatchObject({ license: null, submission: { asked: named.name } });
    expect((await answer(changed.submission._id, false)).status).toBe(200);
  });

  it('and one with the license number of a member waits for who has it, under whatever name', async () => {
    const kim = await person(server, { name: 'Kim Ito' });
    const body = { number: '04444444', expires: '2099-01-31' };
    await server.made('PUT /api/licenses/me', { token: kim.token, body });
    const given = { name: 'K. I., agent', license: '04444444' };
    const { _id, submission: mark } = await add(given);
    expect(mark).toMatchObject({ state: 'submitted', asked: 'Kim Ito' });
    expect(await isPublic(_id)).toBe(false);
    expect(await publishAsSeen(mark._id)).toMatchObject({
      status: 409,
      body: { msg: 'Kim Ito has to say yes first' },
    });
    expect(await answer(mark._id, true, kim)).toMatchObject({ status: 200, body: { msg: 'Published' } });
    expect(await isPublic(_id)).toBe(true);
    const mine = await add(given, kim);
    expect(mine.submission).toBeUndefined();
    const changed = await server.made(`PATCH /api/testimonials/${mine._id}`, {
      token: member.token,
      body: { testimonial: 'They paid late.' },
    });
    expect(changed.submission).toMatchObject({ asked: 'Kim Ito' });
    const both = await add({ name: named.name, license: '04444444' });
    expect((await answer(both.submission._id, true)).body).toMatchObject({ msg: 'Submitted' });
    const { version } = await submission(both.submission._id, kim);
    expect((await answer(both.submission._id, true, kim, version)).body).toMatchObject({ msg: 'Published' });
  });

  it('and the number of a member that the office enters needs no yes of theirs', async () => {
    const agent = await person(server);
    const body = { number: '04444445', expires: '2099-01-31' };
    await server.made('PUT /api/licenses/me', { token: agent.token, body });
    expect((await add({ license: '04444445' }, admin)).submission).toBeUndefined();
  });

  it('is not published by a yes once what is public has changed since they looked', async () => {
    const { _id } = await add({ name: named.name }, named);
    const { submission: mark } = await server.made(`PATCH /api/testimonials/${_id}`, {
      token: member.token,
      body: { testimonial: 'Submitted.' },
    });
    const { version, targetVersion } = await submission(mark._id, named);
    const newest = { testimonial: 'My newest words.' };
    await server.made(`PATCH /api/testimonials/${_id}`, { token: named.token, body: newest });
    const yes = (seen: object) =>
      server.call(`POST /api/submissions/${mark._id}/answer`, {
        token: named.token,
        body: { version, yes: true, ...seen },
      });
    expect((await yes({ targetVersion })).status).toBe(412);
    expect(await server.made(`GET /api/testimonials/${_id}`)).toMatchObject(newest);
    const now = await submission(mark._id, named);
    expect(await yes({ targetVersion: now.targetVersion })).toMatchObject({
      status: 200,
      body: { msg: 'Published' },
    });
  });

  it('waits for all members of that name, one after the other', async () => {
    const name = 'Tess Twin';
    const twins = [await person(server, { name }), await person(server, { name })];
    const { _id, submission: mark } = await add({ name });
    for (const [index, twin] of twins.entries()) {
      expect(await isPublic(_id)).toBe(false);
      expect((await news(twin, 'consent'))[0]).toMatchObject({ actor: { user: member.id }, excerpt: name });
      const { version } = await submission(mark._id, twin);
      const msg = index === 0 ? 'Submitted' : 'Published';
      expect(await answer(mark._id, true, twin, version)).toMatchObject({ status: 200, body: { msg } });
    }
    expect(await isPublic(_id)).toBe(true);
    // One of them writes for themselves, whoever else has the name.
    expect((await add({ name }, twins[1])).submission).toBeUndefined();
  });

  it('needs no yes of one of that name who was suspended since, and does not ask the others again', async () => {
    const name = 'Sue Suspended';
    const [first, second] = [await person(server, { name }), await person(server, { name })];
    const { _id, submission: mark } = await add({ name });
    expect((await answer(mark._id, true, first)).body).toMatchObject({ msg: 'Submitted' });
    const [before] = await news(admin, 'review');
    await suspend(second);
    const [after] = await news(admin, 'review');
    expect([after.actor.user, after._id]).toEqual([member.id, expect.not.stringMatching(before?._id ?? '-')]);
    expect(await submission(mark._id)).toMatchObject({ state: 'submitted', asked: null });
    expect((await publishAsSeen(mark._id)).status).toBe(200);
    expect(await isPublic(_id)).toBe(true);
    expect(await news(first, 'consent')).toHaveLength(1);
  });

  it.each(['suspended', 'deleted'])(
    'asks the next one of that name when the asked one is %s',
    async (how) => {
      const name = `Nick Next ${how}`;
      const [first, second] = [await person(server, { name }), await person(server, { name })];
      const { _id, submission: mark } = await add({ name });
      if (how === 'suspended') await suspend(first);
      else await server.made(`DELETE /api/users/${first.id}`, { token: admin.token });
      expect((await news(second, 'consent'))[0]).toMatchObject({ excerpt: name });
      expect((await answer(mark._id, true, second)).body).toMatchObject({ msg: 'Published' });
      expect(await isPublic(_id)).toBe(true);
    },
  );

  it('waits for their yes, too, when its author has the name just for a moment', async () => {
    const writer = await person(server, { admin: true, name: 'Wes Writer' });
    const named = await person(server, { name: 'Nell Named' });
    const rename = (name: string) =>
      server.made(`PUT /api/users/${writer.id}`, {
        token: writer.token,
        body: { name, email: writer.email, admin: true },
      });
    await rename('Nell Named');
    const { _id, submission: mark } = await add({ name: 'Nell Named' }, writer);
    await rename('Wes Writer');
    expect(mark).toMatchObject({ state: 'submitted', asked: 'Nell Named' });
    expect(await isPublic(_id)).toBe(false);
    expect(await submission(mark._id, named)).toMatchObject({ asksYou: true });
  });

  it('waits for the yes of those of that name whose account is older, when its author’s is new', async () => {
    const name = 'Olga Older';
    const older = await person(server, { name, created_at: fromNow(-40 * day) });
    const writer = await person(server, { name, created_at: fromNow(-29 * day) });
    const { _id, submission: mark } = await add({ name }, writer);
    expect(mark).toMatchObject({ state: 'submitted', asked: name });
    expect(await submission(mark._id, older)).toMatchObject({ asksYou: true });
    expect(await isPublic(_id)).toBe(false);
    expect((await add({ name }, older)).submission).toBeUndefined();
    const settled = { created_at: fromNow(-31 * day) };
    await server.db.updateTable('users').set(settled).where('id', '=', writer.id).execute();
    expect((await add({ name }, writer)).submission).toBeUndefined();
  });

  it('goes back to its author with a no', async () => {
    const added = await add({ name: named.name });
    const { _id } = added.submission;
    expect(await answer(_id, false)).toMatchObject({ status: 200, body: { msg: 'Sent back' } });
    expect(await isPublic(added._id)).toBe(false);
    expect(await submission(_id, member)).toMatchObject({ state: 'sent-back', word: 'Søren O’Hara said no' });
    expect((await server.call(`GET /api/submissions/${_id}`, { token: named.token })).status).toBe(404);
  });

  it('is published in another name by who changes it', async () => {
    const added = await add({ name: named.name });
    const changed = await server.made(`PATCH /api/testimonials/${added._id}`, {
      token: member.token,
      body: { name: 'An Agent' },
    });
    expect(changed).toMatchObject({ _id: added._id, name: 'An Agent', testimonial: 'Paid the next day.' });
    expect(changed).not.toHaveProperty('submission');
    expect(await isPublic(added._id)).toBe(true);
    expect(await server.made('GET /api/submissions', { token: named.token })).toEqual([]);
  });

  it('asks again for other words, and not for another portrait', async () => {
    const mine = await add({ name: named.name }, named);
    expect(mine).not.toHaveProperty('submission');
    const { body: image } = await upload(
      server,
      member.token,
      new Uint8Array(await plainImage().jpeg().toBuffer()),
      { path: '/api/testimonials/image' },
    );
    const patch = (body: unknown) =>
      server.made(`PATCH /api/testimonials/${mine._id}`, { token: member.token, body });
    expect(await patch({ image_id: image.id })).not.toHaveProperty('submission');
    const changed = await patch({ testimonial: 'Other words.' });
    expect(changed).toMatchObject({ testimonial: 'Paid the next day.', submission: { asked: named.name } });
    expect((await server.made(`GET /api/testimonials/${mine._id}`)).testimonial).toBe('Paid the next day.');
    expect((await answer(changed.submission._id, true)).status).toBe(200);
    expect((await server.made(`GET /api/testimonials/${mine._id}`)).testimonial).toBe('Other words.');
  });

  it('tells who handed in a change when it is deleted', async () => {
    const mine = await add({ name: named.name }, named);
    await server.made(`PATCH /api/testimonials/${mine._id}`, {
      token: member.token,
      body: { testimonial: 'They paid at once.' },
    });
    await server.made(`DELETE /api/testimonials/${mine._id}`, { token: named.token });
    expect((await news(member, 'submission'))[0]).toMatchObject({
      excerpt: `“${named.name}” was deleted`,
      actor: { user: named.id },
    });
  });

  it('asks again for another rating', async () => {
    const mine = await add({ name: named.name }, named);
    const changed = await server.made(`PATCH /api/testimonials/${mine._id}`, {
      token: member.token,
      body: { rating: 5 },
    });
    expect(changed).toMatchObject({ rating: null, submission: { asked: named.name } });
    expect(await submission(changed.submission._id, named)).toMatchObject({
      testimonial: { before: { rating: null }, after: { rating: 5 } },
    });
    expect((await answer(changed.submission._id, true)).status).toBe(200);
    expect((await server.made(`GET /api/testimonials/${mine._id}`)).rating).toBe(5);
  });

  it('asks an admin’s testimonial, too', async () => {
    expect((await add({ name: named.name }, admin)).submission).toMatchObject({ asked: named.name });
  });

  it('is answered only by the member, for what they saw', async () => {
    const added = await add({ name: named.name });
    const { _id } = added.submission;
    for (const who of [member, admin]) expect((await answer(_id, true, who)).status).toBe(404);
    expect((await server.call(`POST /api/submissions/${_id}/answer`)).status).toBe(401);
    await server.made(`PATCH /api/testimonials/${added._id}`, {
      token: member.token,
      body: { testimonial: 'Something else.' },
    });
    expect((await answer(_id, true)).status).toBe(412);
    expect(await isPublic(added._id)).toBe(false);
    const body = { version: 2, yes: 'perhaps' };
    const wrong = await server.call(`POST /api/submissions/${_id}/answer`, { token: named.token, body });
    expect(wrong).toMatchObject({ status: 400, body: { msg: 'Yes must be true or false' } });
  });

  it('is withdrawn by its author', async () => {
    const added = await add({ name: named.name });
    const token = member.token;
    expect((await server.call(`DELETE /api/submissions/${added.submission._id}`, { token })).status).toBe(
      200,
    );
    expect((await answer(added.submission._id, true)).status).toBe(404);
  });

  it('is at once in the list in a name that is no active member’s', async () => {
    const { name } = await person(server, { name: 'Gone Member', suspended_at: new Date().toISOString() });
    for (const each of [name, 'Dana', member.name]) {
      const added = await add({ name: each });
      expect(added).not.toHaveProperty('submission');
      expect(await isPublic(added._id)).toBe(true);
    }
  });
});

describe('where testimonials of members wait for a review', () => {
  beforeAll(() => choose('review'));
  afterAll(() => choose('members'));

  it('one is public once it is published', async () => {
    const added = await add({ license: '01234567', rating: 3 });
    expect(added).toMatchObject({ name: 'Dana', license: '01234567', submission: { state: 'submitted' } });
    expect(await isPublic(added._id)).toBe(false);
    expect(await server.made('GET /')).not.toContain(added._id);
    expect((await news(admin, 'review'))[0].actor.user).toBe(member.id);
    expect((await publishAsSeen(added.submission._id)).status).toBe(200);
    expect(await server.made(`GET /api/testimonials/${added._id}`)).toMatchObject(
      words({ license: '01234567', rating: 3 }),
    );
    expect(await server.made('GET /')).toContain('Paid the next day.');
    const all = await server.made('GET /api/testimonials/all', { token: admin.token });
    expect(all[0]).toMatchObject({ _id: added._id, author: { _id: member.id, name: 'Mia Member' } });
  });

  it('a public one stays as it is until the change is published', async () => {
    const { _id } = await add({}, admin);
    const before = await server.call(`GET /api/testimonials/${_id}`);
    const changed = await server.made(`PATCH /api/testimonials/${_id}`, {
      token: member.token,
      body: { testimonial: 'Paid within an hour.' },
    });
    expect(changed.testimonial).toBe('Paid the next day.');
    const after = await server.call(`GET /api/testimonials/${_id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect((await publishAsSeen(changed.submission._id)).status).toBe(200);
    expect((await server.made(`GET /api/testimonials/${_id}`)).testimonial).toBe('Paid within an hour.');
  });

  it('what was changed since is not published, on two servers either', async () => {
    const second = await secondServer(server);
    try {
      const { _id } = await add({}, admin);
      const token = member.token;
      const body = { testimonial: 'Submitted.' };
      const { submission: mark } = await server.made(`PATCH /api/testimonials/${_id}`, { token, body });
      const { version, targetVersion } = await submission(mark._id);
      await second.made(`PATCH /api/testimonials/${_id}`, { token: admin.token, body: { name: 'Dana D.' } });
      const key = `POST /api/submissions/${mark._id}/publish`;
      const late = await server.call(key, { token: admin.token, body: { version, targetVersion } });
      expect(late.status).toBe(412);
      const seen = await submission(mark._id);
      const now = { version: seen.version, targetVersion: seen.targetVersion };
      const twice = await Promise.all(
        [server, second].map((each) => each.call(key, { token: admin.token, body: now })),
      );
      expect(twice.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await server.made(`GET /api/testimonials/${_id}`)).toMatchObject(body);
    } finally {
      await second.stop();
    }
  });

  it('a member neither deletes nor orders what is public', async () => {
    const { _id } = await add({}, admin);
    const token = member.token;
    expect(await server.call(`DELETE /api/testimonials/${_id}`, { token })).toMatchObject({
      status: 403,
      body: { msg: 'Only people with the right Content can delete what is public' },
    });
    const body = { ids: [_id] };
    expect((await server.call('PUT /api/testimonials/order', { token, body })).status).toBe(403);
    expect(await isPublic(_id)).toBe(true);
  });

  it('one in the name of a member needs their yes before it is published', async () => {
    const added = await add({ name: named.name });
    const { _id } = added.submission;
    expect(await publishAsSeen(_id)).toMatchObject({
      status: 409,
      body: { msg: 'Søren O’Hara has to say yes first' },
    });
    expect(await answer(_id, true)).toMatchObject({ status: 200, body: { msg: 'Submitted' } });
    expect(await isPublic(added._id)).toBe(false);
    expect((await publishAsSeen(_id)).status).toBe(200);
    expect(await isPublic(added._id)).toBe(true);
  });

  it('one asks those of that name who came since, once it is to be published, and no one twice', async () => {
    const name = 'Nora Named';
    const first = await person(server, { name });
    const { _id, submission: mark } = await add({ name });
    expect((await answer(mark._id, true, first)).body).toMatchObject({ msg: 'Submitted' });
    const second = await person(server, { name });
    const waits = { status: 409, body: { msg: 'Nora Named has to say yes first' } };
    for (let at = 0; at < 2; at++) expect(await publishAsSeen(mark._id)).toMatchObject(waits);
    expect(await news(second, 'consent')).toHaveLength(1);
    expect((await answer(mark._id, true, second, 2)).body).toMatchObject({ msg: 'Submitted' });
    expect((await publishAsSeen(mark._id)).status).toBe(200);
    expect(await isPublic(_id)).toBe(true);
    expect(await news(first, 'consent')).toHaveLength(1);
  });

  it('one that was handed in before there were ratings is published without', async () => {
    const { submission: mark } = await add({ rating: 2 });
    const body = JSON.stringify({ ...words({ name: 'Early' }), image_id: null, license: null });
    await server.db.updateTable('submissions').set({ body }).where('id', '=', mark._id).execute();
    expect((await submission(mark._id)).testimonial.after.rating).toBeNull();
    expect((await publishAsSeen(mark._id)).status).toBe(200);
  });

  it('a portrait of what waits is not purged', async () => {
    const bytes = new Uint8Array(await plainImage().jpeg().toBuffer());
    const path = '/api/testimonials/image';
    const { body: image } = await upload(server, member.token, bytes, { path });
    const added = await add({ image_id: image.id });
    const row = await server.db
      .selectFrom('submissions')
      .select('image_id')
      .where('id', '=', added.submission._id)
      .executeTakeFirstOrThrow();
    expect(row.image_id).toBe(image.id);
    expect((await publishAsSeen(added.submission._id)).status).toBe(200);
    expect((await server.made(`GET /api/testimonials/${added._id}`)).image_id).toBe(image.id);
  });
});

it('a yes publishes nothing where the author has lost the right since', async () => {
  const added = await add({ name: named.name });
  await choose('right');
  try {
    expect(await answer(added.submission._id, true)).toMatchObject({ body: { msg: 'Submitted' } });
    expect(await isPublic(added._id)).toBe(false);
    expect((await publishAsSeen(added.submission._id)).status).toBe(200);
  } finally {
    await choose('members');
  }
});
