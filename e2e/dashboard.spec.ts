import { adminToken, newText, postsOf } from './feed.ts';
import { expect, test } from './fixtures.ts';
import { beginWith, newMember } from './members.ts';
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
  expect(await today.getByRole('listitem').count()).toBeLessThanOrEqual(5);
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
  test("an admin's", async ({ page, signIn }) => {
    await signIn();
    const moves = await watchMoves(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible();
    expect(await moves()).toEqual([]);
  });

  test("a member's", async ({ page, request, server }) => {
    await beginWith(page, (await newMember(request, server.dataDir)).token);
    const moves = await watchMoves(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Latest posts' })).toBeVisible();
    expect(await moves()).toEqual([]);
  });
});
