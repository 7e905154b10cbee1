import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser, siteBody } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { dialed } from '../../../../test/written-phones.ts';
import { maxCounts } from '../../../shared/field-limits.ts';
import { day, hour } from '../../../shared/time.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';
import { purgeImages } from '../images/images.service.ts';
import { endAnnouncement } from './site-settings.service.ts';

let server: TestServer;
let token: string;
let photo: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer({ BROKERAGE_NAME: 'Harbor Realty', OFFICE_PHONE: '(213) 555-0100' });
  const { id } = await makeUser(server.db, { admin: true, name: 'Ada Admin' });
  token = await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
  photo = Buffer.from(await plainImage().jpeg().toBuffer());
});
afterAll(() => server.stop());

const get = () => server.call('GET /api/site/settings', { token });
const put = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('PUT /api/site/settings', { token, body, headers });
const page = async (path = '/', on = server): Promise<string> => (await on.call(`GET ${path}`)).body;
const picture = async (path: string): Promise<string> =>
  (await upload(server, token, photo, { path })).body.id;
const person = (given: object = {}) => ({
  name: 'Bea Broker',
  role: 'Broker',
  license: '',
  about: 'She answers.',
  image_id: null,
  hidden: false,
  ...given,
});
const brokerage = (given: object) => ({ brokerage: { ...siteBody().brokerage, ...given } });

describe('site settings', () => {
  it('start with the settings of the environment and the texts of the code', async () => {
    const { status, headers, body } = await get();
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"v0/)]);
    expect(body).toMatchObject({ date: null, author: null });
    expect(body.settings).toMatchObject({
      brokerage: { name: 'Harbor Realty', phone: '(213) 555-0100', hours: '', logo_id: null },
      hero: { heading: 'Keep the whole commission.' },
      team: [],
      questions: [],
      announcement: null,
    });
    expect(body.settings.brokerage).not.toHaveProperty('baseUrl');
    expect(await page()).toContain('Harbor Realty: keep 100%');
  });

  it('are on every page at once, and in another process with the content version', async () => {
    const second = await secondServer(server);
    try {
      expect(await page('/', second)).toContain('Harbor Realty');
      const { status, headers, body } = await put(siteBody());
      expect([status, headers.get('etag')]).toEqual([200, '"v1"']);
      expect(body).toMatchObject({ settings: siteBody(), author: { name: 'Ada Admin' } });
      expect((await get()).body).toEqual(body);
      await second.parts.content.refresh();
      for (const html of [await page(), await page('/', second)]) {
        expect(html).toContain('Sunset Homes: keep 100%');
        expect(html).toContain('Your commission is yours.');
        expect(html).toContain('From $475 per sale.');
        expect(html).toContain('Monday to Friday, 9 to 5');
        expect(html).not.toContain('Harbor Realty');
      }
    } finally {
      await second.stop();
    }
    for (const path of ['/contact', '/articles', '/login', '/rss.xml', '/site.webmanifest', '/dashboard']) {
      expect(await page(path), path).toContain('Sunset Homes');
    }
    expect(await page('/.well-known/security.txt')).toContain('hello@sunset.example');
    expect((await server.call('GET /api/openapi.json')).body.info.title).toBe('Sunset Homes API');
  });

  it('dial the first number of the phone, however it is written', async () => {
    for (const [phone, dial] of dialed.filter(([typed]) => typed !== '')) {
      await put(siteBody(brokerage({ phone })));
      for (const path of ['/', '/contact', '/accessibility', '/join/unknown']) {
        const links = [...(await page(path)).matchAll(/href="(tel:[^"]*)"/g)].map(([, href]) => href);
        expect([phone, path, ...new Set(links)]).toEqual([phone, path, ...(dial === '' ? [] : [dial])]);
      }
    }
    await put(siteBody());
  });

  it('name the brokerage in mails', async () => {
    const email = 'ned@example.com';
    await server.call('POST /api/users', { token, body: { name: 'New Ned', email } });
    const { subject } = await server.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(subject).toContain('Sunset Homes');
  });

  it('leave what was not changed to the environment', async () => {
    const { body } = await get();
    const start = server.parts.siteSettings.start.brokerage;
    await put({ ...body.settings, ...brokerage({ name: start.name, phone: start.phone }) });
    const row = await server.db
      .selectFrom('site_settings')
      .select('settings')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(Object.keys(JSON.parse(row.settings).brokerage)).not.toContain('name');
    const moved = await secondServer(server, { brokerage: { ...start, phone: '(619) 555-0199' } });
    expect(await page('/contact', moved)).toContain('(619) 555-0199');
    await moved.stop();
  });

  it('are refused beside a newer version, and make none when nothing differs', async () => {
    const before = await get();
    const same = await put(before.body.settings, { 'if-match': before.headers.get('etag') ?? '' });
    const [version] = before.headers.get('etag')?.match(/v\d+/) ?? [];
    expect([same.status, same.headers.get('etag')]).toEqual([200, `"${version}"`]);
    const { status, body } = await put(siteBody(), { 'if-match': '"v0"' });
    expect([status, body.msg]).toEqual([412, expect.stringContaining('Site settings')]);
    expect((await get()).body).toEqual(before.body);
  });

  it('take turns: of two at once both are versions', async () => {
    const names = ['First Homes', 'Second Homes'];
    const saved = await Promise.all(names.map((name) => put(siteBody(brokerage({ name })))));
    expect(saved.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = saved.map(({ headers }) => headers.get('etag'));
    expect(one).not.toBe(other);
  });

  it.each([
    ['brokerage.name', 'Name is required', brokerage({ name: ' ' })],
    ['brokerage.license', 'License has 8 digits', brokerage({ license: '123' })],
    ['brokerage.email', 'Please include a valid email', brokerage({ email: 'x' })],
    [
      'brokerage.social.0.url',
      expect.any(String),
      brokerage({ social: [{ name: 'X', url: 'javascript:1' }] }),
    ],
    ['brokerage.logo_id', 'Image is not known', brokerage({ logo_id: newId() })],
    ['hero.promises', 'There must be 3 promises', { hero: { ...siteBody().hero, promises: [] } }],
    ['team', 'There can be at most 24 people', { team: Array.from({ length: 25 }, () => person()) }],
    ['team.0.role', 'Role is required', { team: [person({ role: '' })] }],
    ['team.1.image_id', 'Image is not known', { team: [person(), person({ image_id: newId() })] }],
    ['questions.0.answer', 'Answer is required', { questions: [{ question: 'Why?', answer: '' }] }],
    ['announcement.url', expect.any(String), { announcement: { text: 'Hi', url: '//evil.example' } }],
    ['announcement.until', 'End must be an ISO timestamp', { announcement: { text: 'Hi', until: 'soon' } }],
  ])('refuse a wrong %s', async (field, msg, given) => {
    const { status, body } = await put(siteBody(given));
    expect([status, body.errors]).toEqual([400, [{ field, msg }]]);
  });
});

describe('the team', () => {
  it('shows those who are not hidden, in order, with pictures for when they come near', async () => {
    const image_id = await picture('/api/site/team/image');
    const team = [
      person({ name: 'Zoë <b>', license: '07654321', image_id }),
      person({ name: 'Abe' }),
      person({ name: 'Hidden Hal', hidden: true }),
    ];
    expect((await put(siteBody({ team }))).status).toBe(200);
    const html = await page();
    const people = html.slice(html.indexOf('aria-label="People"'), html.indexOf('id="fee-structure"'));
    expect(people).toContain('Zoë &lt;b&gt;');
    expect(people.indexOf('Zoë')).toBeLessThan(people.indexOf('Abe'));
    expect(people).toContain('DRE license 07654321');
    expect(people).toContain(`/images/${image_id}/192.avif`);
    expect(people.match(/<img/g)).toHaveLength(1);
    expect(people).toContain('loading="lazy"');
    expect(people).toContain('<noscript><picture');
    expect(people).toContain('data-island="team-pictures"');
    expect(html).not.toContain('Hidden Hal');
    await put(siteBody({ team: [person(), person({ image_id, hidden: true })] }));
    expect(await page()).not.toContain('team-pictures');
  });

  it('keeps its pictures from the purge as long as a version shows them', async () => {
    const [image_id, unused] = [await picture('/api/site/team/image'), await picture('/api/site/team/image')];
    await put(siteBody({ team: [person({ image_id })] }));
    await put(siteBody());
    await server.db
      .updateTable('images')
      .set({ unused_since: fromNow(-25 * hour) })
      .where('id', 'in', [image_id, unused])
      .execute();
    await purgeImages(server.parts);
    const isServed = async (id: string) => (await server.call(`GET /images/${id}/96.avif`)).status;
    expect([await isServed(image_id), await isServed(unused)]).toEqual([200, 404]);
  });
});

describe('the logo', () => {
  it('is shown in bar, tab, previews and mails', async () => {
    const bytes = Buffer.from(await plainImage(300, 100).png().toBuffer());
    const { status, body: logo } = await upload(server, token, bytes, { path: '/api/site/logo/image' });
    expect(status).toBe(200);
    expect(logo.url).toBe(`/images/${logo.id}/512.png`);
    expect((await fetch(`${server.url}${logo.url}`)).headers.get('content-type')).toBe('image/png');

    await put(siteBody(brokerage({ logo_id: logo.id })));
    const html = await page();
    expect(html).toContain(`<link rel="icon" href="/images/${logo.id}/96.png" type="image/png"`);
    expect(html).toMatch(new RegExp(`og:image" content="[^"]*/images/${logo.id}/512.png"`));
    expect(html.match(new RegExp(`<img src="/images/${logo.id}/96.png"`, 'g'))).toHaveLength(2);
    expect(await page('/dashboard')).toContain(`href="/images/${logo.id}/96.png"`);
    const icon = await server.call('GET /favicon.ico');
    expect([icon.status, icon.headers.get('location')]).toEqual([302, `/images/${logo.id}/96.png`]);
    expect(await page('/site.webmanifest')).toContain(`/images/${logo.id}/192.png`);
    const portrait = await picture('/api/site/team/image');
    const wrongKind = await put(siteBody(brokerage({ logo_id: portrait })));
    expect(wrongKind.body.errors).toEqual([{ field: 'brokerage.logo_id', msg: 'Image is not known' }]);
  });
});

describe('questions', () => {
  it('have a section and structured data, and neither while there are none', async () => {
    await put(siteBody({ questions: [{ question: 'What </script> now?', answer: 'This.\n\nThat.' }] }));
    const html = await page();
    expect(html).toContain('Questions and answers');
    expect(html).toContain('"@type":"FAQPage"');
    expect(html).toContain('"name":"What \\u003c/script> now?"');
    expect(await page('/contact')).not.toContain('FAQPage');
    await put(siteBody());
    expect(await page()).not.toMatch(/Questions and answers|FAQPage/);
  });
});

describe('the announcement', () => {
  it('is on every page until it ends', async () => {
    const announcement = { text: 'Open house on Friday', url: '/articles', until: fromNow(day) };
    await put(siteBody({ announcement }));
    for (const path of ['/', '/contact', '/articles', '/nowhere'])
      expect(await page(path)).toMatch(/<a href="\/articles"[^>]*>Open house on Friday/);
    await server.db
      .updateTable('site_settings')
      .set({ announced_until: fromNow(-1) })
      .where('announced_until', 'is not', null)
      .execute();
    await endAnnouncement(server.parts);
    expect(await page()).not.toContain('Open house');
    expect((await get()).body.settings.announcement).toEqual(announcement);
    await endAnnouncement(server.parts);
    // Saved again after its end, it stays ended.
    await put(siteBody({ announcement: { ...announcement, until: fromNow(-day) } }));
    expect(await page()).not.toContain('Open house');
  });

  it('stays without an end', async () => {
    await put(siteBody({ announcement: { text: 'We have moved' } }));
    await endAnnouncement(server.parts);
    expect(await page()).toContain('We have moved');
    await put(siteBody());
  });
});

describe('versions', () => {
  const list = () => server.call('GET /api/site/settings/versions', { token });

  it('are listed with author and what changed, shown and restored', async () => {
    await put(siteBody({ team: [person()] }));
    const [current] = (await list()).body;
    expect(current).toMatchObject({ author: { name: 'Ada Admin' }, changes: 'team' });
    await put(siteBody({ ...brokerage({ name: 'Dune Homes', legalName: 'Dune Homes, LLC' }), team: [] }));
    const [newest] = (await list()).body;
    expect(newest).toMatchObject({ version: current.version + 1, changes: 'name, legal name, team' });
    const shown = await server.call(`GET /api/site/settings/versions/${current.version}`, { token });
    expect(shown.body.settings).toEqual(siteBody({ team: [person()] }));
    const restore = (headers = {}) =>
      server.call(`POST /api/site/settings/versions/${current.version}/restore`, { token, headers });
    expect((await restore({ 'if-match': '"v1"' })).status).toBe(412);
    const restored = await restore();
    expect(restored.body.settings).toEqual(shown.body.settings);
    expect(await page()).toContain('Bea Broker');
    const events = (await server.call('GET /api/audit', { token })).body.slice(0, 2);
    expect(events).toMatchObject([
      { action: 'site-settings.restored', details: 'name, legal name, team' },
      { action: 'site-settings.updated', actor: { name: 'Ada Admin' } },
    ]);
  });

  it('are 404 when unknown', async () => {
    for (const version of ['999999', 'x'])
      for (const key of [
        `GET /api/site/settings/versions/${version}`,
        `POST /api/site/settings/versions/${version}/restore`,
      ])
        expect((await server.call(key, { token })).body.msg).toBe('Version not found');
  });

  it('are bounded', async () => {
    const [{ version }] = (await list()).body;
    const { settings, saved_at } = await server.db
      .selectFrom('site_settings')
      .select(['settings', 'saved_at'])
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const older = Array.from({ length: maxCounts.siteVersions }, (_, index) => ({
      version: version + 1 + index,
      settings,
      changes: 'team',
      saved_by: null,
      saved_at,
      announced_until: null,
    }));
    await server.db.insertInto('site_settings').values(older).execute();
    await put(siteBody(brokerage({ name: 'Last Homes' })));
    const rows = await server.db.selectFrom('site_settings').select('version').execute();
    expect(rows).toHaveLength(maxCounts.siteVersions);
    expect((await list()).body).toHaveLength(maxCounts.siteVersions);
  });
});

describe('the preview', () => {
  it('is the landing page with what is not saved, without scripts', async () => {
    const announcement = { text: 'Not announced yet' };
    const body = siteBody({ ...brokerage({ name: 'Preview <Homes>' }), announcement });
    const { status, body: answer } = await server.call('POST /api/site/settings/preview', { token, body });
    expect(status).toBe(200);
    expect(answer.html).toContain('Preview &lt;Homes&gt;');
    expect(answer.html).toContain('Not announced yet');
    expect(answer.html).toMatch(/<link rel="stylesheet" href="\/assets\/landing-page-[\w-]+\.css"\/>/);
    expect(answer.html).not.toMatch(/<script(?! type="application\/(ld\+)?json")|<style/);
    expect(await page()).not.toContain('Preview');
    const wrong = await server.call('POST /api/site/settings/preview', { token, body: {} });
    expect(wrong.status).toBe(400);
  });
});

it('is for admins', async () => {
  const member = await makeToken(server.db);
  expect((await server.call('PUT /api/site/settings', { token: member, body: siteBody() })).status).toBe(403);
  expect((await server.call('PUT /api/site/settings', { body: siteBody() })).status).toBe(401);
});
