import { afterAll, beforeAll, expect, it } from 'vitest';
import { up as cleanStoredNames } from '../../migrations/0022_display_names.ts';
import { articleBody, makeToken, makeUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/server.ts';
import { newId, now } from './platform/db/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const hidden = '\u202EAna\u200B\tOr\u00ADtiz\u202C';
const persian = 'می\u200Cخواهم';

it('names and titles are stored without what shows nothing', async () => {
  const token = await makeToken(server.db, { admin: true });
  const send = async (key: string, body: object) => {
    const answer = await server.call(key, { token, body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const user = await send('POST /api/users', { name: hidden, email: 'hidden@example.com' });
  expect(user.name).toBe('Ana Ortiz');
  const testimonial = await send('POST /api/testimonials', { name: hidden, testimonial: 'Paid\nin a day.' });
  expect(testimonial).toMatchObject({ name: 'Ana Ortiz', testimonial: 'Paid\nin a day.' });
  const article = await send('POST /api/articles', articleBody({ title: hidden }));
  expect(article).toMatchObject({ title: 'Ana Ortiz', slug: 'ana-ortiz' });
  const profile = await send('POST /api/profile', {
    status: 'Other',
    skills: `${hidden}, ${persian}`,
    company: hidden,
    location: persian,
    phone: '\u202A(555) 010-0142\u202C',
  });
  expect(profile).toMatchObject({
    skills: ['Ana Ortiz', persian],
    company: 'Ana Ortiz',
    location: persian,
    phone: '(555) 010-0142',
  });
  const { experience } = await server
    .call('PUT /api/profile/experience', { token, body: { title: hidden, company: hidden } })
    .then(({ body }) => body);
  expect(experience).toMatchObject([{ title: 'Ana Ortiz', company: 'Ana Ortiz' }]);
  const { education } = await server
    .call('PUT /api/profile/education', { token, body: { school: hidden, degree: hidden } })
    .then(({ body }) => body);
  expect(education).toMatchObject([{ school: 'Ana Ortiz', degree: 'Ana Ortiz' }]);
  await send('POST /api/contact', {
    firstName: '\u2067Ana\u2069',
    lastName: 'Or\u200Btiz',
    phone: '\u202A555-0100\u202C',
    email: 'lead@example.com',
  });
  const leads = await server.call('GET /api/leads?search=lead@example.com', { token });
  expect(leads.body).toMatchObject([{ firstName: 'Ana', lastName: 'Ortiz', phone: '555-0100' }]);
});

it('what was stored before the rule obeys it, however much there is', async () => {
  const { db } = server;
  const { id } = await makeUser(db, { name: hidden });
  const many = Array.from({ length: 1100 }, (_, index) => ({
    id: newId(),
    name: `A\u202E${index}`,
    email: `many${index}@example.com`,
    password_hash: null,
    admin: false,
    created_at: now(),
  }));
  for (let from = 0; from < many.length; from += 550) {
    await db
      .insertInto('users')
      .values(many.slice(from, from + 550))
      .execute();
  }
  const good = await makeUser(db, { name: persian });
  const moments = { created_at: now(), updated_at: now() };
  await db
    .insertInto('testimonials')
    .values({
      id: newId(),
      name: hidden,
      testimonial: hidden,
      image_id: null,
      position: 0,
      version: 1,
      ...moments,
    })
    .execute();
  await db
    .insertInto('profiles')
    .values({
      user_id: id,
      id: newId(),
      ...{ status: 'Other', website: '', githubusername: '', bio: hidden, license: '' },
      ...{ company: hidden, location: persian, phone: '', image_id: null, hidden: false, version: 3 },
      skills: JSON.stringify([hidden, 'Ana Ortiz', persian]),
      ...{ service_areas: '[]', languages: '[]', social: '{}', visible: '{}' },
      search_text: `ana\u202E ortiz\n${persian}`,
      ...moments,
    })
    .execute();
  await cleanStoredNames(db);
  const names = await db.selectFrom('users').select(['id', 'name']).execute();
  const nameOf = new Map(names.map((user) => [user.id, user.name]));
  expect(nameOf.get(id)).toBe('Ana Ortiz');
  expect(nameOf.get(good.id)).toBe(persian);
  expect(many.map((user) => nameOf.get(user.id))).toEqual(many.map((_, index) => `A${index}`));
  const testimonial = db.selectFrom('testimonials').select(['name', 'testimonial']).orderBy('id', 'desc');
  expect(await testimonial.executeTakeFirst()).toEqual({ name: 'Ana Ortiz', testimonial: hidden });
  const profile = db
    .selectFrom('profiles')
    .select(['company', 'location', 'bio', 'skills', 'search_text', 'version'])
    .where('user_id', '=', id);
  expect(await profile.executeTakeFirst()).toEqual({
    company: 'Ana Ortiz',
    location: persian,
    bio: hidden,
    skills: JSON.stringify(['Ana Ortiz', persian]),
    search_text: `ana ortiz\n${persian}`,
    version: 3,
  });
});
