import { afterAll, beforeAll, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const hidden = '\u202EAna\u200B\tOr\u00ADtiz\u202C';
const persian = 'می\u200Cخواهم';

it('names and titles are stored without what shows nothing', async () => {
  const token = await makeToken(server.db, { admin: true });
  const send = (key: string, body: object) => server.made(key, { token, body });
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
