import { office, reportByApi } from './closings.ts';
import { adminToken, newText, postsOf } from './feed.ts';
import { expect, moveTo, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';
import { watchMoves } from './moves.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("an admin's dashboard begins with the numbers of today and the next leads", async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const token = await adminToken(request);
  const headers = { 'x-auth-token': token };
  const lastName = `Dashboard ${Date.now()}`;
  const email = `dash-${Date.now()}@example.com`;
  await request.post('/api/contact', { data: { firstName: 'Ana', lastName, phone: '555-0100', email } });
  const [lead] = await (await request.get(`/api/leads?search=${email}`, { headers })).json();
  await request.patch(`/api/leads/${lead._id}`, {
    headers,
    data: { nextStep: { text: 'Call about the lease fee', on: '2020-01-02' } },
  });
  await signIn();
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today.getByRole('term')).toHaveText(['Overdue', 'Due today', 'Waiting for a reply']);
  await expect(today.getByRole('definition').first()).not.toHaveText('0');
  const first = today.getByRole('listitem').first();
  await expect(first).toContainText('Call about the lease fee');
  const [figures, insights] = [
    await today.boundingBox(),
    await page.getByRole('region', { name: 'The last 28 days' }).boundingBox(),
  ];
  expect(figures?.y ?? 0).toBeLessThan(insights?.y ?? 0);
  await expectAccessible();
  await first.getByRole('link', { name: `Ana ${lastName}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${lastName}` })).toBeVisible();
  await request.patch(`/api/leads/${lead._id}`, { headers, data: { nextStep: null } });
});

for (const width of [1440, 390])
  test(`who must act sees the newest on the first screen, with its action, at ${width} px`, async ({
    page,
    request,
    server,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { agent, adminToken: token } = await office(request, server.dataDir);
    const clerk = await newMember(request, server.dataDir);
    changeData(
      server.dataDir,
      'update users set coordinator = 1, recruiting = 1 where email = ?',
      clerk.email,
    );
    const { id, property } = await reportByApi(request, agent);
    const headers = { 'x-auth-token': token };
    const own = { headers: { 'x-auth-token': clerk.token } };
    const { _id: owner } = await (await request.get('/api/auth', own)).json();
    const leadOf = async (firstName: string) => {
      const email = `${firstName}-${Date.now()}@example.com`.toLowerCase();
      const data = { firstName, lastName: 'Waits', phone: '415 555 0100', email };
      expect((await request.post('/api/contact', { data })).ok()).toBe(true);
      const [lead] = await (await request.get(`/api/leads?search=${email}`, { headers })).json();
      return lead._id;
    };
    for (let day = 1; day < 7; day++) {
      const data = { owner, nextStep: { text: 'Call again', on: `2020-01-0${day}` } };
      const changed = await request.patch(`/api/leads/${await leadOf('Late')}`, { headers, data });
      expect(changed.ok(), await changed.text()).toBe(true);
    }
    await leadOf('Newest');
    await beginWith(page, clerk.token);
    await page.goto('/dashboard');
    const rows = page.getByRole('list', { name: 'What waits for you' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Call again' })).toHaveCount(6);
    const newest = rows.filter({ hasText: 'Newest Waits' });
    const order = await rows.evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
    const late = order.flatMap((text, index) => (text.includes('Call again') ? [index] : []));
    const fresh = order.findIndex((text) => text.includes('Newest Waits'));
    expect(late.filter((index) => index < fresh)).toHaveLength(5);
    await expectAccessible();

    await newest.getByRole('button', { name: 'Log call: Newest Waits' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log', exact: true }).click();
    await expect(newest).toHaveCount(0);

    const closing = rows.filter({ hasText: property });
    await expect(closing).toContainText('$21,250 commission');
    await closing.getByRole('link', { name: `Decide: ${property}` }).click();
    await page.waitForURL(`/dashboard/admin/closings/${id}`);

    await moveTo(page, '/notifications');
    const news = page.getByRole('listitem').filter({ hasText: property });
    await expect(news).toContainText('reported a closing');
    await news.getByRole('link').click();
    await page.waitForURL(`/dashboard/admin/closings/${id}`);
  });

test("a member's dashboard begins with their closings, and the way to report one", async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const { agent } = await office(request, server.dataDir);
  await beginWith(page, agent.token);
  await page.goto('/dashboard');
  const own = page.getByRole('region', { name: 'Your closings' });
  await expect(own).toContainText('No closing of yours is under way.');
  const { property } = await reportByApi(request, agent);
  await page.reload();
  await expect(own.getByRole('listitem').filter({ hasText: property })).toContainText('Reported');
  await expect(page.getByRole('list', { name: 'What waits for you' })).toHaveCount(0);
  await expectAccessible();
  await own.getByRole('link', { name: 'Report a closing' }).click();
  await page.waitForURL('/dashboard/my-closings/new');
});

test('a member reads on the dashboard what others wrote since the visit before', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const [ana, ben] = [await newMember(request, server.dataDir), await newMember(request, server.dataDir)];
  const posts = postsOf(request, ben.token);
  const [old, fresh] = [newText('Before the visit'), newText('Since the visit')];
  await posts.write(old);
  await page.clock.install();
  await beginWith(page, ana.token);
  await page.goto('/dashboard');
  const latest = page.getByRole('region', { name: 'Latest posts' });
  await expect(latest.getByRole('link', { name: old })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toHaveCount(0);

  await posts.write(fresh);
  // The next visit begins after half an hour.
  await page.clock.fastForward('31:00');
  await page.reload();
  const since = page.getByRole('region', { name: 'New since your last visit' });
  await expect(since.getByRole('link', { name: fresh })).toBeVisible();
  await expect(since.getByRole('link', { name: old })).toHaveCount(0);
  await expectAccessible();
  await since.getByRole('link', { name: fresh }).click();
  await expect(page.getByText(fresh)).toBeVisible();
});

test.describe('a dashboard stays where it is while its parts load', () => {
  test("an admin's", { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    const moves = await watchMoves(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible();
    expect(await moves()).toEqual([]);
  });

  test("a member's", { tag: '@long' }, async ({ page, request, server }) => {
    await beginWith(page, (await newMember(request, server.dataDir)).token);
    const moves = await watchMoves(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Latest posts' })).toBeVisible();
    expect(await moves()).toEqual([]);
  });
});
