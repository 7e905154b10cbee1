import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { socialExamples } from '../../../../test/social-examples.ts';
import { openImageStore } from '../../platform/images/open-image-store.ts';
import type { UserRow } from '../../tables/users.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { purgeImages } from '../images/images.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const missing = '0190a0b0-0000-7000-8000-000000000000';
const fields = (given: object = {}) => ({
  status: 'Real Estate Agent',
  skills: 'Listings, Escrow',
  ...given,
});

const member = async (given?: object, user: Partial<UserRow> = {}) => {
  const { id } = await makeUser(server.db, user);
  const token = await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
  if (given) expect((await save(token, given)).status).toBe(200);
  return { id, token };
};
const save = (token: string, given: object = {}) =>
  server.call('POST /api/profile', { token, body: fields(given) });

describe('POST /api/profile', () => {
  it('creates the profile, then changes it', async () => {
    const { id, token } = await member(undefined, { name: 'Mia Member' });
    const { status, body } = await save(token, { website: 'example.com', bio: ' Hello ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      user: { _id: id, name: 'Mia Member', avatar: null },
      status: 'Real Estate Agent',
      skills: ['Listings', 'Escrow'],
      website: 'https://example.com',
      bio: 'Hello',
      company: '',
      social: {},
      experience: [],
      education: [],
      hidden: false,
    });
    const changed = await save(token, { skills: ['Leases'], website: '', company: 'Acme' });
    expect(changed.body).toMatchObject({
      _id: body._id,
      skills: ['Leases'],
      website: '',
      company: 'Acme',
      bio: 'Hello',
    });
    expect((await server.call('GET /api/profile/me', { token })).body).toEqual(changed.body);
  });

  it('accepts social links flat or together, and clears blank ones', async () => {
    const { token } = await member({});
    const first = await save(token, {
      twitter: 'x.com/mia',
      social: { linkedin: 'https://linkedin.com/in/mia' },
    });
    expect(first.body.social).toEqual({
      twitter: 'https://x.com/mia',
      linkedin: 'https://linkedin.com/in/mia',
    });
    expect((await save(token, { twitter: '' })).body.social).toEqual({
      linkedin: 'https://linkedin.com/in/mia',
    });
  });

  it.each([
    ['example.com:8080', 'https://example.com:8080'],
    ['example.com:3000/a?b#c', 'https://example.com:3000/a?b#c'],
    ['http://example.com:8080', 'http://example.com:8080'],
    ['www.example.com/a:b', 'https://www.example.com/a:b'],
    ['https://example.com.', 'https://example.com'],
    ['\u200bhttps://example.com/a\u00ad', 'https://example.com/a'],
  ])('takes %s for a web address', async (website, stored) => {
    const { token } = await member();
    expect((await save(token, { website })).body.website).toBe(stored);
  });

  it.each(socialExamples.filter(([, , stored]) => stored !== undefined))(
    'takes for %s %j as %s',
    async (network, typed, stored) => {
      const { token } = await member();
      expect((await save(token, { [network]: typed })).body.social).toEqual({ [network]: stored });
    },
  );

  it('names what is missing', async () => {
    const { token } = await member();
    const { status, body } = await server.call('POST /api/profile', { token, body: {} });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { msg: 'Status is required', field: 'status' },
      { msg: 'Skills is required', field: 'skills' },
    ]);
    for (const status of ['', ' ', '0']) {
      const blank = await server.call('POST /api/profile', { token, body: { status, skills: '' } });
      expect(blank.body.errors).toEqual(body.errors);
    }
  });

  it.each([
    [{ status: '0' }, 'Status is required'],
    [{ status: 'King' }, 'Status is not known'],
    [{ skills: ' , ,' }, 'Skills is required'],
    [{ skills: 5 }, 'Skills must be a list'],
    [{ skills: [5] }, 'Skills must be a list'],
    [{ skills: Array.from({ length: 51 }, (_, i) => `s${i}`) }, 'Skills may have at most 50 items'],
    [{ website: 'javascript:alert(1)' }, 'Website must be a web address starting with https:// or http://'],
    [{ website: 'tel:5550100' }, 'Website must be a web address starting with https:// or http://'],
    [{ website: 'https://janedoe' }, 'Website must be a full web address such as https://www.example.com'],
    [{ website: 'localhost:3000' }, 'Website must be a full web address such as https://www.example.com'],
    [{ youtube: 'ftp://x' }, 'YouTube must be a web address starting with https:// or http://'],
    [{ license: '1234' }, 'License must be 8 digits'],
    [{ status: '* Select Professional Status' }, 'Status is required'],
    [{ status: ' 0 ' }, 'Status is required'],
    [{ hidden: 'true' }, 'Hidden must be true or false'],
    [{ bio: 'a'.repeat(2001) }, 'Bio must be at most 2,000 characters'],
  ])('rejects %j', async (given, msg) => {
    const { token } = await member();
    const { status, body } = await save(token, given);
    expect(status).toBe(400);
    expect(body.errors.map((error: { msg: string }) => error.msg)).toContain(msg);
    expect((await server.call('GET /api/profile/me', { token })).status).toBe(400);
  });

  it('rejects a change of another version (If-Match)', async () => {
    const { token } = await member({});
    const { headers } = await server.call('GET /api/profile/me', { token });
    const etag = { 'if-match': `"v0", ${headers.get('etag')}` };
    const call = { token, headers: etag, body: fields({ bio: 'Mine' }) };
    expect((await server.call('POST /api/profile', call)).status).toBe(200);
    expect((await server.call('POST /api/profile', call)).status).toBe(412);
  });

  it('is read anew when the name has changed, and makes none for a version that never was', async () => {
    const { id, token } = await member({});
    const { headers } = await server.call('GET /api/profile/me', { token });
    const known = { token, headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await server.call('GET /api/profile/me', known)).status).toBe(304);
    await server.db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', id).execute();
    expect((await server.call('GET /api/profile/me', known)).body.user.name).toBe('Renamed');
    const newcomer = await member();
    const garbage = { token: newcomer.token, headers: { 'if-match': '"garbage"' }, body: fields() };
    expect((await server.call('POST /api/profile', garbage)).status).toBe(412);
    expect((await server.call('GET /api/profile/me', { token: newcomer.token })).status).toBe(400);
  });
});

describe('the photo of a profile', () => {
  const photo = async (token: string): Promise<string> => {
    const bytes = Buffer.from(await plainImage().jpeg().toBuffer());
    return (await upload(server, token, bytes, { path: '/api/profile/image' })).body.id;
  };
  const pictures = async ({ id, token }: { id: string; token: string }) => {
    const { body: user } = await server.call('GET /api/auth', { token });
    const { body: seen } = await server.call(`GET /api/profile/user/${id}`, { token });
    const { body: post } = await server.call('POST /api/posts', { token, body: { text: 'Hello' } });
    expect([seen.user.avatar, post.avatar]).toEqual([user.avatar, user.avatar]);
    return { image_id: seen.image_id, avatar: user.avatar };
  };

  it('is the picture of its member everywhere, until it is removed', async () => {
    const mia = await member({});
    expect(await pictures(mia)).toEqual({ image_id: null, avatar: null });
    const image_id = await photo(mia.token);
    expect((await save(mia.token, { image_id })).body).toMatchObject({ image_id });
    const shown = { image_id, avatar: `/images/${image_id}/192.jpg` };
    expect(await pictures(mia)).toEqual(shown);
    expect((await server.call(`GET ${shown.avatar}`)).status).toBe(200);
    expect((await server.call('GET /api/profile', { token: mia.token })).body[0]).toMatchObject({
      image_id,
      user: { avatar: shown.avatar },
    });
    await save(mia.token, { bio: 'Something else' });
    expect(await pictures(mia)).toEqual(shown);
    await save(mia.token, { image_id: null });
    expect(await pictures(mia)).toEqual({ image_id: null, avatar: null });
  });

  it('is for every member, also where only admins edit the public site', async () => {
    const own = await testServer({ CONTENT_EDITORS: 'admins' });
    const bytes = Buffer.from(await plainImage().jpeg().toBuffer());
    const token = await makeToken(own.db);
    expect((await upload(own, token, bytes)).status).toBe(403);
    expect((await upload(own, token, bytes, { path: '/api/profile/image' })).status).toBe(200);
    expect((await upload(own, undefined, bytes, { path: '/api/profile/image' })).status).toBe(401);
    await own.stop();
  });

  it('may be no other image than one of ours', async () => {
    const mia = await member({});
    for (const image_id of [missing, 'nonsense', 5]) {
      expect(await save(mia.token, { image_id, bio: 'Not saved' })).toMatchObject({
        status: 400,
        body: { errors: [{ msg: 'Image is not known', field: 'image_id' }] },
      });
    }
    expect((await server.call('GET /api/profile/me', { token: mia.token })).body.bio).toBe('');
  });

  it('survives the purge while it is used, and is purged a day after', async () => {
    const mia = await member({});
    const image_id = await photo(mia.token);
    await save(mia.token, { image_id });
    const images = openImageStore(server.config);
    const purge = () => purgeImages({ db: server.db, images });
    const unusedSince = async () =>
      (
        await server.db
          .selectFrom('images')
          .select('unused_since')
          .where('id', '=', image_id)
          .executeTakeFirst()
      )?.unused_since;
    const letADayPass = () =>
      server.db
        .updateTable('images')
        .set({ unused_since: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', image_id)
        .execute();
    await letADayPass();
    await purge();
    expect(await unusedSince()).toBe('2020-01-01T00:00:00.000Z');
    await save(mia.token, { image_id });
    await purge();
    expect(await unusedSince()).toBeNull();
    expect((await server.call('DELETE /api/profile', { token: mia.token })).status).toBe(200);
    await purge();
    expect(await unusedSince()).not.toBeNull();
    await letADayPass();
    await purge();
    expect(await unusedSince()).toBeUndefined();
  });
});

describe('the phone list', () => {
  it('has who shows their number, by name, with an address that calls it', async () => {
    const reader = await person(server);
    const listed = async (): Promise<{ _id: string }[]> =>
      (await server.call('GET /api/profile/phones', { token: reader.token })).body;
    const withPhone = async (name: string, visible: boolean) => {
      const who = await person(server, { name });
      const body = {
        status: 'Real Estate Agent',
        skills: ['Sales'],
        phone: '(310) 555-0142',
        visible: { email: false, phone: visible, license: true },
      };
      expect((await server.call('POST /api/profile', { token: who.token, body })).status).toBe(200);
      return who;
    };
    const shown = await withPhone('Zoe Shown', true);
    const first = await withPhone('Abe Shown', true);
    const hidden = await withPhone('Hal Hidden', false);
    const away = await withPhone('Sue Suspended', true);
    await server.db
      .updateTable('users')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', away.id)
      .execute();
    const ids = [shown, first, hidden, away].map(({ id }) => id);
    const found = (await listed()).filter(({ _id }) => ids.includes(_id));
    expect(found).toEqual([
      { _id: first.id, name: 'Abe Shown', phone: '(310) 555-0142', dial: 'tel:+13105550142' },
      { _id: shown.id, name: 'Zoe Shown', phone: '(310) 555-0142', dial: 'tel:+13105550142' },
    ]);
    expect((await server.call('GET /api/profile/phones')).status).toBe(401);
  });
});

describe('GET /api/profile', () => {
  it('/me reports a missing profile', async () => {
    const { token } = await member();
    expect(await server.call('GET /api/profile/me', { token })).toMatchObject({
      status: 400,
      body: { errors: [{ msg: 'There is no profile for this user' }] },
    });
  });

  it('/user shows others only what its owner shows', async () => {
    const { id, token } = await member(
      { phone: '555-0100', license: '01234567' },
      { email: 'mia@example.com' },
    );
    const reader = await makeToken(server.db);
    const seen = async () => (await server.call(`GET /api/profile/user/${id}`, { token: reader })).body;
    expect(await seen()).toMatchObject({ phone: '', email: '', license: '01234567' });
    expect(await seen()).not.toHaveProperty('visible');
    await save(token, { visible: { phone: true, email: true, license: false } });
    expect(await seen()).toMatchObject({ phone: '555-0100', email: 'mia@example.com', license: '' });
    expect((await server.call('GET /api/profile/me', { token })).body.license).toBe('01234567');
    for (const other of [missing, 'nonsense']) {
      expect(await server.call(`GET /api/profile/user/${other}`, { token: reader })).toMatchObject({
        status: 404,
        body: { msg: 'Profile not found' },
      });
    }
  });

  it('lists the members, in pages, without those who hide or are suspended', async () => {
    const reader = await makeToken(server.db);
    const list = async (query: string) => await server.call(`GET /api/profile?${query}`, { token: reader });
    const first = await member({ serviceAreas: 'Fresno Heights' }, { name: 'Zora Quill Émond' });
    const second = await member({ skills: 'Probate, Fresno Heights' });
    await member({ serviceAreas: 'Fresno Heights', hidden: true });
    await member({ serviceAreas: 'Fresno Heights' }, { suspended_at: null }).then(({ id }) =>
      server.db
        .updateTable('users')
        .set({ suspended_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute(),
    );
    const ids = ({ body }: { body: { user: { _id: string } }[] }) => body.map(({ user }) => user._id);
    expect(ids(await list('search=heights+fresno'))).toEqual([second.id, first.id]);
    expect(ids(await list('search=QUILL'))).toEqual([first.id]);
    expect(ids(await list(`search=${encodeURIComponent('émond')}`))).toEqual([first.id]);
    await save(first.token, { serviceAreas: 'Fresno Heights', company: 'CAÑON Homes' });
    expect(ids(await list(`search=${encodeURIComponent('cAÑOn')}`))).toEqual([first.id]);
    expect(ids(await list(`search=${encodeURIComponent('%')}`))).toEqual([]);
    expect(ids(await list('search=fresno&status=Intern'))).toEqual([]);
    const page = await list('search=fresno&limit=1');
    expect(ids(page)).toEqual([second.id]);
    const next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    expect(ids(await server.call(`GET ${next}`, { token: reader }))).toEqual([first.id]);
    expect(page.body[0]).not.toHaveProperty('phone');
  });
});

describe.each([
  {
    name: 'experience',
    thing: 'Experience',
    body: { title: 'Agent', company: 'Acme' },
    first: 'Title',
    second: 'Company',
  },
  {
    name: 'education',
    thing: 'Education',
    body: { school: 'UC', degree: 'BA' },
    first: 'School',
    second: 'Degree',
  },
])('$name', ({ name, thing, body, first, second }) => {
  const add = (token: string, given: object = {}) =>
    server.call(`PUT /api/profile/${name}`, { token, body: { ...body, ...given } });

  it('is added on top and removed again', async () => {
    const { token } = await member({});
    await add(token, { from: '2019-05-01', to: '2020-06-30', description: 'First' });
    const { body: profile } = await add(token, {
      from: '2021-01-01T08:00:00.000Z',
      to: '2022-01-01',
      current: true,
    });
    expect(profile[name]).toMatchObject([
      { ...body, from: '2021-01-01', to: null, current: true, description: '' },
      { ...body, from: '2019-05-01', to: '2020-06-30', current: false, description: 'First' },
    ]);
    const removed = await server.call(`DELETE /api/profile/${name}/${profile[name][0]._id}`, { token });
    expect(removed.body[name]).toEqual([profile[name][1]]);
    const again = await server.call(`DELETE /api/profile/${name}/${profile[name][0]._id}`, { token });
    expect(again).toMatchObject({ status: 404, body: { msg: `${thing} not found` } });
  });

  it('needs a profile', async () => {
    const { token } = await member();
    expect(await add(token)).toMatchObject({
      status: 400,
      body: { msg: 'There is no profile for this user' },
    });
  });

  it('cannot be removed by anybody else', async () => {
    const owner = await member({});
    const { body: profile } = await add(owner.token);
    const other = await member({});
    const path = `DELETE /api/profile/${name}/${profile[name][0]._id}`;
    expect((await server.call(path, { token: other.token })).status).toBe(404);
    expect((await server.call(path)).status).toBe(401);
    expect((await server.call('GET /api/profile/me', { token: owner.token })).body[name]).toHaveLength(1);
  });

  it('is rejected with every fault named', async () => {
    const { token } = await member({});
    const answer = await server.call(`PUT /api/profile/${name}`, { token, body: { from: '2020-02-30' } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ msg }: { msg: string }) => msg)).toEqual([
      `${first} is required`,
      `${second} is required`,
      'From must be a date',
    ]);
    const order = await add(token, { from: '2020-02-02', to: '2020-02-01' });
    expect(order.body.errors).toEqual([{ msg: 'To Date must not be before From Date', field: 'to' }]);
    expect((await add(token, { from: '', to: null })).status).toBe(200);
  });
});

describe('GET /api/profile/github/:username', () => {
  const repository = {
    id: 1,
    name: 'escrow-tools',
    html_url: 'https://github.com/mia/escrow-tools',
    description: null,
    stargazers_count: 2,
    watchers_count: 3,
    forks_count: 4,
    private_thing: 'not shown',
  };

  const withHost = async (
    answer: RequestListener,
    work: (server: TestServer, token: string) => Promise<void>,
  ) => {
    const host = createServer(answer);
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const address = host.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const own = await testServer({ GITHUB_API_URL: `http://127.0.0.1:${port}` });
    await work(own, await makeToken(own.db));
    await own.stop();
    host.closeAllConnections();
    host.close();
  };

  it('returns the newest five and queries the host once', async () => {
    let requested = '';
    const answer: RequestListener = (request, response) => {
      requested += `${request.url} `;
      response.end(JSON.stringify(Array(7).fill(repository)));
    };
    await withHost(answer, async (own, token) => {
      for (const name of ['Mia', 'mia']) {
        const { body } = await own.call(`GET /api/profile/github/${name}`, { token });
        expect(body).toHaveLength(5);
        const { private_thing, ...shown } = repository;
        expect(body[0]).toEqual({ ...shown, description: '' });
      }
      expect(requested).toBe('/users/mia/repos?per_page=5&sort=created&direction=desc ');
    });
  });

  it.each<[string, RequestListener]>([
    ['refuses', (_request, response) => response.writeHead(404).end('{}')],
    ['talks nonsense', (_request, response) => response.end('<html>')],
    [
      'sends elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['says nothing', () => {}],
  ])('answers 404 when the host %s', async (_name, answer) => {
    await withHost(answer, async (own, token) => {
      expect(await own.call('GET /api/profile/github/mia', { token })).toMatchObject({
        status: 404,
        body: { msg: 'Github profile not found' },
      });
    });
  });

  it('sends no query for an invalid user name', async () => {
    const token = await makeToken(server.db);
    for (const name of ['..%2F..%2Fadmin', 'a%20b', 'a'.repeat(40)]) {
      expect((await server.call(`GET /api/profile/github/${name}`, { token })).status).toBe(404);
    }
  });
});
