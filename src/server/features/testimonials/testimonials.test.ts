import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId } from '../../platform/db/ids.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

const words = (given: object = {}) => ({ name: 'Ana Agent', testimonial: 'I keep what I earn.', ...given });
const create = async (given: object = {}) =>
  (await server.call('POST /api/testimonials', { token, body: words(given) })).body;
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call(`PATCH /api/testimonials/${id}`, { token, body, headers });
const stored = async (id: string) => (await server.call(`GET /api/testimonials/${id}`)).body;

const missing = {
  status: 404,
  body: { errors: [{ msg: 'Testimonial not found' }], msg: 'Testimonial not found' },
};
const invalidLicenses: [given: object, msg: string][] = [
  [{ license: '1234567' }, 'License must be 8 digits'],
  [{ license: 'A1234567' }, 'License must be 8 digits'],
  [{ license: 1234567 }, 'License must be text'],
];
const ratingMessage = 'Rating must be a whole number from 1 to 5';
const invalidRatings = [0, 6, 4.5, '5', true].map((rating): [given: object, msg: string] => [
  { rating },
  ratingMessage,
]);
const noIds = ['42', 'undefined', '%00', 'image'.repeat(50)];

describe('POST /api/testimonials', () => {
  it('adds the testimonial and answers it', async () => {
    const { status, headers, body } = await server.call('POST /api/testimonials', { token, body: words() });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...words(),
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      image_url: null,
      image_id: null,
      license: null,
      rating: null,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(headers.get('etag')).toBe('"v1"');
    expect(await stored(body._id)).toEqual(body);
  });

  it('shows it in the list and on the landing page at once', async () => {
    await server.call('GET /');
    const added = await create({ name: 'Shown At Once' });
    expect((await server.call('GET /api/testimonials')).body[0]).toEqual(added);
    expect((await server.call('GET /')).body).toContain('Shown At Once');
  });

  it('trims and normalizes, and ignores fields that it does not know', async () => {
    const body = await create({
      name: '  Zoe\u0308 \n',
      _id: newId(),
      date: '1999-01-01',
      version: 9,
      admin: true,
    });
    expect(body.name).toBe('Zo\u00eb');
    expect(Object.keys(body).sort()).toEqual([
      '_id',
      'date',
      'image_id',
      'image_url',
      'license',
      'name',
      'rating',
      'testimonial',
    ]);
    expect(body.date > '2020').toBe(true);
  });

  it('names every field that is missing, and stores nothing', async () => {
    const before = (await server.call('GET /api/testimonials')).body;
    const { status, body } = await server.call('POST /api/testimonials', { token, body: {} });
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [
        { msg: 'Name is required', field: 'name' },
        { msg: 'Testimonial is required', field: 'testimonial' },
      ],
      msg: 'Name is required',
    });
    expect((await server.call('GET /api/testimonials')).body).toEqual(before);
  });

  it.each([
    [{ name: ' ' }, 'Name is required'],
    [{ name: '\u200b\u2060' }, 'Name is required'],
    [{ name: '\u3164 \u00ad\u2800' }, 'Name is required'],
    [{ name: 7 }, 'Name must be text'],
    [{ name: 'a'.repeat(101) }, 'Name must be at most 100 characters'],
    [{ name: 'a\0' }, 'Name contains characters that cannot be stored'],
    [{ testimonial: null }, 'Testimonial is required'],
    [{ testimonial: ['a'] }, 'Testimonial must be text'],
    [{ testimonial: 'a'.repeat(2001) }, 'Testimonial must be at most 2,000 characters'],
    [{ testimonial: '\udc00' }, 'Testimonial contains characters that cannot be stored'],
    ...invalidLicenses,
    ...invalidRatings,
  ])('rejects %j', async (given, msg) => {
    const { status, body } = await server.call('POST /api/testimonials', { token, body: words(given) });
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [{ msg, field: Object.keys(given)[0] }], msg });
  });

  it('accepts name and text of the maximum length', async () => {
    const maxLength = { name: 'n'.repeat(100), testimonial: 't'.repeat(2000) };
    expect(await create(maxLength)).toMatchObject(maxLength);
  });

  it('accepts invisible characters next to visible ones', async () => {
    const mixed = { name: '\u200bनि\u200dल 👩\u200d💻', testimonial: '\u2060Fine\u200b\u3164.\u00ad' };
    // A name is one line without invisible characters (docs/product.md P5.11).
    expect(await create(mixed)).toMatchObject({ ...mixed, name: 'नि\u200dल 👩\u200d💻' });
  });

  it('is for signed-in people', async () => {
    const without = await server.call('POST /api/testimonials', { body: words() });
    expect(without).toMatchObject({ status: 401, body: { msg: 'No token, authorization denied' } });
    const dead = await server.call('POST /api/testimonials', { token: 'dead', body: words() });
    expect(dead).toMatchObject({ status: 401, body: { msg: 'Token is not valid' } });
  });
});

describe('GET /api/testimonials', () => {
  it('lists them to everybody, newest first', async () => {
    const first = await create({ name: 'First' });
    const second = await create({ name: 'Second' });
    const { status, body } = await server.call('GET /api/testimonials', { token: 'dead' });
    expect(status).toBe(200);
    expect(body.slice(0, 2)).toEqual([second, first]);
  });

  it('answers 304 to a client with the current list, until it changes', async () => {
    const etag = (await server.call('GET /api/testimonials')).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    expect(await server.call('GET /api/testimonials', { headers })).toMatchObject({ status: 304, body: '' });
    await create();
    expect((await server.call('GET /api/testimonials', { headers })).status).toBe(200);
  });

  it.each(['br', 'gzip'])('compresses the list with %s', async (coding) => {
    const answer = await server.call('GET /api/testimonials', { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.body[0]).toHaveProperty('testimonial');
  });

  it('answers HEAD with the headers alone', async () => {
    const { status, headers, body } = await server.call('HEAD /api/testimonials');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toBe('');
  });
});

describe('GET /api/testimonials/:id', () => {
  it('answers the testimonial with a validator that saves sending it again', async () => {
    const testimonial = await create();
    const { status, headers, body } = await server.call(`GET /api/testimonials/${testimonial._id}`);
    expect(status).toBe(200);
    expect(body).toEqual(testimonial);
    const again = await server.call(`GET /api/testimonials/${testimonial._id}`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('answers 404 to what is no id and to the id of none', async () => {
    expect(await server.call(`GET /api/testimonials/${newId()}`)).toMatchObject(missing);
    for (const id of noIds) expect((await server.call(`GET /api/testimonials/${id}`)).status).toBe(404);
  });
});

describe('PATCH /api/testimonials/:id', () => {
  it.each([{ name: 'Another Name' }, { testimonial: 'Other words.' }, {}])(
    'changes %j and leaves the rest as it is',
    async (change) => {
      const testimonial = await create();
      const { status, body } = await patch(testimonial._id, change);
      expect(status).toBe(200);
      expect(body).toEqual({ ...testimonial, ...change });
      expect(await stored(testimonial._id)).toEqual(body);
    },
  );

  it('ignores fields that it does not know', async () => {
    const testimonial = await create();
    const { body } = await patch(testimonial._id, {
      name: 'Known',
      _id: newId(),
      date: '1999-01-01',
      version: 99,
    });
    expect(body).toEqual({ ...testimonial, name: 'Known' });
  });

  it('shows the change in the list and on the landing page at once', async () => {
    const { _id } = await create();
    await server.call('GET /');
    await patch(_id, { name: 'Changed At Once' });
    expect((await server.call('GET /api/testimonials')).body[0].name).toBe('Changed At Once');
    expect((await server.call('GET /')).body).toContain('Changed At Once');
  });

  it.each([
    [{ name: '' }, 'Name is required'],
    [{ name: false }, 'Name must be text'],
    [{ testimonial: null }, 'Testimonial is required'],
    [{ testimonial: 'a'.repeat(2001) }, 'Testimonial must be at most 2,000 characters'],
    ...invalidLicenses,
    ...invalidRatings,
  ])('rejects %j and changes nothing', async (change, msg) => {
    const testimonial = await create();
    const { status, body } = await patch(testimonial._id, change);
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [{ msg, field: Object.keys(change)[0] }], msg });
    expect(await stored(testimonial._id)).toEqual(testimonial);
  });

  it('loses no change: an older version is rejected', async () => {
    const { _id } = await create();
    const etag = (await server.call(`GET /api/testimonials/${_id}`)).headers.get('etag') ?? '';
    const first = await patch(_id, { name: 'First' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(await patch(_id, { name: 'Lost' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { msg: 'Testimonial has been changed by someone else in the meantime' },
    });
    expect(await stored(_id)).toEqual(first.body);
    expect((await patch(_id, { name: 'Any' }, { 'if-match': '*' })).status).toBe(200);
    expect((await patch(_id, { name: 'No' }, { 'if-match': '"nothing of ours"' })).status).toBe(412);
  });

  it('lets one of many through that started from the same version', async () => {
    const { _id } = await create();
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    const answers = await Promise.all(names.map((name) => patch(_id, { name }, { 'if-match': '"v1"' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
  });

  it('answers 404 to what is no id and to the id of none', async () => {
    expect(await patch(newId(), { name: 'x' })).toMatchObject(missing);
    for (const id of noIds) expect((await patch(id, { name: 'x' })).status).toBe(404);
  });

  it('is for signed-in people', async () => {
    const { _id } = await create();
    expect((await server.call(`PATCH /api/testimonials/${_id}`, { body: { name: 'x' } })).status).toBe(401);
  });
});

const publicPages = async (id: string): Promise<string[]> => {
  const paths = ['/', '/testimonials', `/testimonials/${id}`];
  return Promise.all(paths.map(async (path) => (await server.call(`GET ${path}`)).body));
};

describe('the license number of a testimonial', () => {
  const license = '01234567';

  it('is trimmed, answered, and shown below the name on every page with the testimonial', async () => {
    const testimonial = await create({ license: ` ${license} ` });
    expect(testimonial.license).toBe(license);
    expect(await stored(testimonial._id)).toEqual(testimonial);
    expect((await server.call('GET /api/testimonials')).body[0]).toEqual(testimonial);
    for (const page of await publicPages(testimonial._id))
      expect(page).toContain(`Real Estate Agent · DRE #${license}<`);
  });

  it.each([{ license: '' }, { license: ' ' }, { license: null }, {}])(
    'may be left away: %j',
    async (given) => {
      expect((await create(given)).license).toBeNull();
    },
  );

  it('stays when a change leaves it out', async () => {
    const { _id } = await create({ license });
    expect((await patch(_id, { name: 'Another Name' })).body).toMatchObject({
      name: 'Another Name',
      license,
    });
  });

  it.each(['', null])('is added later, and removed by %j', async (none) => {
    const { _id } = await create({ name: 'With Number' });
    expect((await patch(_id, { license })).body.license).toBe(license);
    await publicPages(_id);
    const { status, body } = await patch(_id, { license: none });
    expect(status).toBe(200);
    expect(body.license).toBeNull();
    expect(await stored(_id)).toEqual(body);
    const [, , own] = await publicPages(_id);
    expect(own).toContain('Real Estate Agent<');
    expect(own).not.toContain('DRE #');
  });
});

describe('the rating of a testimonial', () => {
  const anyStars = /Rated \d of 5 stars/g;

  it('is shown as stars on every page with the testimonial, and named to search engines nowhere', async () => {
    const { _id, rating } = await create({ rating: 4 });
    expect(rating).toBe(4);
    expect((await server.call('GET /api/testimonials')).body[0]).toMatchObject({ _id, rating: 4 });
    for (const page of await publicPages(_id)) {
      expect(page).toContain('role="img" aria-label="Rated 4 of 5 stars"');
      expect(page).not.toMatch(/AggregateRating|ratingValue|reviewRating/i);
    }
  });

  it('is no star where none was given', async () => {
    const { _id, rating } = await create();
    expect(rating).toBeNull();
    const [landing, , own] = await publicPages(_id);
    for (const page of [landing, own]) expect(page?.match(anyStars)).toBeNull();
  });

  it('stays when a change leaves it out, and goes with null', async () => {
    const { _id } = await create({ rating: 5 });
    expect((await patch(_id, { name: 'Another Name' })).body).toMatchObject({ rating: 5 });
    expect((await patch(_id, { rating: 1 })).body).toMatchObject({ name: 'Another Name', rating: 1 });
    const [before] = await publicPages(_id);
    expect(before).toContain('Rated 1 of 5 stars');
    expect((await patch(_id, { rating: null })).body.rating).toBeNull();
    const [after, , own] = await publicPages(_id);
    for (const page of [after, own]) expect(page?.match(anyStars)).toBeNull();
  });
});

describe('GET /api/testimonials/all', () => {
  const all = async () => (await server.call('GET /api/testimonials/all', { token })).body;

  it('has the order of the carousel, with who added each as long as they are there', async () => {
    const ann = await person(server, { name: 'Ann Author' });
    const added = await server.made('POST /api/testimonials', { token: ann.token, body: words() });
    const [first, ...others] = await all();
    expect(first).toEqual({ ...added, author: { _id: ann.id, name: 'Ann Author' } });
    expect(others).toHaveLength((await server.call('GET /api/testimonials')).body.length - 1);
    await patch(added._id, { name: 'Changed By Another' });
    expect((await all())[0].author._id).toBe(ann.id);
    for (const page of [...(await publicPages(added._id)), JSON.stringify(await stored(added._id))])
      expect(page).not.toContain('Ann Author');
    expect((await server.call('DELETE /api/profile', { token: ann.token })).status).toBe(200);
    expect((await all())[0]).toMatchObject({ _id: added._id, author: null });
  });

  it('names no one for those from before', async () => {
    const { _id } = await create();
    await server.db.deleteFrom('testimonial_authors').where('testimonial_id', '=', _id).execute();
    expect((await all())[0]).toMatchObject({ _id, author: null });
    expect((await server.call(`DELETE /api/testimonials/${_id}`, { token })).status).toBe(200);
  });
});

describe('DELETE /api/testimonials/:id', () => {
  it('deletes it from everywhere at once', async () => {
    const { _id } = await create({ name: 'Gone At Once' });
    await server.call('GET /');
    const { status, body } = await server.call(`DELETE /api/testimonials/${_id}`, { token });
    expect(status).toBe(200);
    expect(body).toEqual({ msg: 'Testimonial deleted' });
    expect(await server.call(`GET /api/testimonials/${_id}`)).toMatchObject(missing);
    expect(JSON.stringify((await server.call('GET /api/testimonials')).body)).not.toContain(_id);
    expect((await server.call('GET /')).body).not.toContain('Gone At Once');
  });

  it('answers 404 to what is no id, to the id of none and to the second time', async () => {
    const { _id } = await create();
    await server.call(`DELETE /api/testimonials/${_id}`, { token });
    for (const id of [_id, newId(), ...noIds]) {
      expect((await server.call(`DELETE /api/testimonials/${id}`, { token })).status).toBe(404);
    }
  });

  it('is for signed-in people', async () => {
    const { _id } = await create();
    expect((await server.call(`DELETE /api/testimonials/${_id}`)).status).toBe(401);
    expect((await stored(_id))._id).toBe(_id);
  });
});

describe('with CONTENT_EDITORS=admins', () => {
  it('lets members read and admins write', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    try {
      const member = await makeToken(strict.db);
      const admin = await makeToken(strict.db, { admin: true });
      const { body } = await strict.call('POST /api/testimonials', { token: admin, body: words() });
      const address = `/api/testimonials/${body._id}`;
      const rejected = { status: 403, body: { msg: 'User not authorized' } };
      expect(await strict.call('POST /api/testimonials', { token: member, body: words() })).toMatchObject(
        rejected,
      );
      expect(await strict.call(`PATCH ${address}`, { token: member, body: { name: 'x' } })).toMatchObject(
        rejected,
      );
      expect(await strict.call(`DELETE ${address}`, { token: member })).toMatchObject(rejected);
      expect((await strict.call(`GET ${address}`, { token: member })).body).toEqual(body);
      expect((await strict.call(`PATCH ${address}`, { token: admin, body: { name: 'x' } })).status).toBe(200);
      expect((await strict.call(`DELETE ${address}`, { token: admin })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
