import type { APIRequestContext } from '@playwright/test';
import { doNotWaitForLoading, expect, test } from './fixtures.ts';
import { callsOf, newLead, readyToSend } from './joining.ts';
import { changeData } from './members.ts';
import { turns, watchMoves } from './moves.ts';
import { screens } from './screens.ts';

/** Its editor has no height before its text is read: on a phone it moves the placeholders below, within a frame. */
const unsteady = ['/dashboard/admin/agreement'];

/** A phone has a single column, where a late part moves the most. */
test.use({ viewport: { width: 390, height: 844 } });

for (const turn of turns)
  test(`nothing that can be pressed moves while a screen of the office loads, turn ${turn}`, async ({
    page,
    request,
    server,
    signIn,
  }) => {
    test.setTimeout(600_000);
    const token = await signIn();
    const paths = await screens(request, token, await fill(request, token, server.dataDir));
    expect(paths.length).toBeGreaterThan(50);
    const moves = await watchMoves(page, turn);
    for (const path of paths.filter((each) => !unsteady.includes(each))) {
      await page.goto(path);
      expect.soft(await moves(), path).toEqual([]);
      await expect.soft(page.getByRole('heading', { name: 'Page Not Found' }), path).toBeHidden();
      await expect.soft(page.getByText("We couldn't load"), path).toHaveCount(0);
    }
  });

test('a screen that is loaded again does not scroll away from under a press', async ({
  page,
  request,
  signIn,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const { _id } = await (await request.get('/api/auth', { headers })).json();
  const checks = page.getByRole('heading', { name: 'Before they can work and get paid' });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.goto(`/dashboard/admin/user/edit/${_id}`);
  await expect(checks).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect.poll(scrolled).toBeGreaterThan(0);

  const gate = Promise.withResolvers<void>();
  await page.route('/api/joining/members/*/checks', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await doNotWaitForLoading(page);
  await page.reload();
  await page.getByLabel('Name').click();
  const before = await scrolled();
  await page.mouse.down();
  gate.resolve();
  await expect(checks).toBeVisible();
  expect(await scrolled()).toBe(before);
  await page.mouse.up();
});

/**
 * Adds what some screens show and the sample content lacks.
 * @returns ids by route
 */
async function fill(
  request: APIRequestContext,
  token: string,
  dataDir: string,
): Promise<Record<string, string>> {
  const call = callsOf(request, token);
  const idOf = async (...asked: Parameters<typeof call>) => String(Object(await call(...asked))._id);

  // A lead who wrote twice, was invited to apply and has an account, another with their phone number, and a flood.
  await readyToSend(call);
  await newLead(request);
  const { name, email } = await newLead(request);
  const again = { firstName: 'Ana', lastName: 'Applicant', phone: '619 555 0100', email };
  await call('post', '/api/contact', again);
  const [lead] = Object(await call('get', `/api/leads?search=${email}`));
  const application = await idOf('post', `/api/joining/leads/${lead._id}/invitation`);
  await call('post', '/api/users', { name, email, lead: lead._id });
  await newLead(request);
  changeData(
    dataDir,
    'update contact_requests set spam = 1, overflow = 1 where id = (select max(id) from contact_requests)',
  );

  const [chapter] = Object(await call('get', '/api/handbook'));
  const { _id: handbookPage, slug } = chapter.pages[0];
  const closing = await idOf('post', '/api/my-closings', {
    property: '1 Laurel Ave, Burbank',
    kind: 'residential',
    price: 850_000_00,
    commission: { by: 'rate', rate: 250 },
    holderName: 'Golden Escrow',
    fileNumber: 'GE-1042',
  });
  const { webhook } = Object(
    await call('post', '/api/webhooks', {
      kind: 'standard',
      name: 'Accounting',
      url: 'https://example.com/hook',
      events: ['lead.created'],
    }),
  );
  const [mail] = Object(await call('get', '/api/outbox'));
  return {
    '/dashboard/leads/:id': lead._id,
    '/dashboard/applications/:id': application,
    '/handbook/:slug': slug,
    '/dashboard/handbook/edit/:id': handbookPage,
    '/dashboard/handbook/versions/:id': handbookPage,
    '/dashboard/my-closings/year/:year': String(new Date().getFullYear()),
    '/dashboard/my-closings/:id': closing,
    '/dashboard/my-closings/:id/edit': closing,
    '/dashboard/admin/closings/:id': closing,
    '/dashboard/admin/closings/:id/edit': closing,
    '/dashboard/admin/outbox/:id': mail._id,
    '/dashboard/admin/invite/:listId': await idOf('post', '/api/users/bulk', {
      csv: 'name,email\nNia New,nia@example.com',
    }),
    '/dashboard/admin/privacy/:id': await idOf('post', '/api/privacy-requests/entered', {
      kind: 'delete',
      name: 'Pat Person',
      details: 'All of it',
      cameBy: 'phone',
      receivedOn: '2026-01-31',
    }),
    '/dashboard/admin/webhooks/:id': webhook._id,
  };
}
