import type { APIRequestContext, Page } from '@playwright/test';
import { doNotWaitForLoading, expect, moveTo, test } from './fixtures.ts';
import { beginWith, changeData, type Member, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search members' });
const status = (page: Page) => page.getByLabel('Status', { exact: true });
const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const loadMore = (page: Page) => page.getByRole('button', { name: 'Load more' });

/** A word unique among all tests on this server. */
let words = 0;
const word = () => `word${++words}x${Date.now()}`;

async function listed(request: APIRequestContext, dataDir: string, fields: object): Promise<Member> {
  const member = await newMember(request, dataDir);
  const data = { status: 'Real Estate Agent', skills: 'Listings', ...fields };
  await request.post('/api/profile', { headers: { 'x-auth-token': member.token }, data });
  return member;
}

/** Creates `count` members of `company`; number 1 is the newest. */
function makeMany(dataDir: string, count: number, company: string): void {
  const many = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const id = `lower(printf('%08x-0000-7000-8000-%012d', abs(random()) % 4294967295, n.i))`;
  const date = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || n.i || ' minutes')`;
  changeData(
    dataDir,
    `insert into users (id, name, email, admin, created_at) ${many}
     select ${id}, 'Number ' || n.i || ' of ' || ?, n.i || ? || '@example.com', 0, ${date} from n`,
    company,
    company,
  );
  changeData(
    dataDir,
    `insert into profiles (user_id, id, status, company, website, location, githubusername, bio, license, phone,
       skills, service_areas, languages, social, visible, hidden, search_text, version, created_at, updated_at)
     select id, id, 'Other', ?, '', '', '', '', '', '', '["Leases"]', '[]', '[]', '{}', '{}', 0, lower(?), 1,
       created_at, created_at from users where email like '%' || ? || '@example.com'`,
    company,
    company,
    company,
  );
}

test('colleagues are found by name, skill, area, company and status', async ({ page, request, server }) => {
  const key = word();
  const mia = await listed(request, server.dataDir, {
    skills: `Probate ${key}`,
    serviceAreas: 'Pasadena',
    languages: 'Tagalog',
    company: 'Foothill',
    status: 'Team Lead',
  });
  const jon = await listed(request, server.dataDir, { skills: `Leases ${key}`, company: 'Seaside' });
  await beginWith(page, (await newMember(request, server.dataDir)).token);
  await page.goto('/dashboard');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Find a colleague/ })
    .click();
  await expect(heading(page, 'Members')).toBeFocused();

  await search(page).fill(key);
  await expect(cards(page)).toHaveText([jon.name, mia.name]);
  await expect(page).toHaveURL(`/members?q=${key}`);
  for (const [more, who] of [
    ['probate', mia],
    ['pasadena', mia],
    ['tagalog', mia],
    ['seaside', jon],
    [jon.name, jon],
  ] as const) {
    await search(page).fill(`${key} ${more}`);
    await expect(cards(page)).toHaveText([who.name]);
  }
  await search(page).fill(key);
  await expect(cards(page)).toHaveCount(2);
  await status(page).selectOption('Team Lead');
  await expect(cards(page)).toHaveText([mia.name]);
  await page.reload();
  await expect(cards(page)).toHaveText([mia.name]);
  await expect(status(page)).toHaveValue('Team Lead');

  await card(page, mia.name).click();
  await expect(heading(page, mia.name)).toBeFocused();
  await page.goBack();
  await expect(search(page)).toHaveValue(key);
  await expect(cards(page)).toHaveText([mia.name]);

  await search(page).fill(`${key} nothing`);
  await expect(page.getByText('No members match your search.')).toBeVisible();
});

test('who hides is not listed, but their page opens', { tag: '@long' }, async ({ page, request, server }) => {
  const key = word();
  const member = await listed(request, server.dataDir, { skills: key });
  await beginWith(page, member.token);
  await page.goto(`/members?q=${key}`);
  await expect(cards(page)).toHaveText([member.name]);
  await page.goto('/edit-profile');
  await page.getByLabel('Hide me from the member directory').check();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.waitForURL('/profile/me');
  await page.goto(`/members?q=${key}`);
  await expect(page.getByText('No members match your search.')).toBeVisible();
  await page.goto('/profile/me');
  await expect(heading(page, member.name)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Skills' })).toContainText(key);
});

test('pages are read on, and are there again after reload and Back', { tag: '@long' }, async ({
  page,
  request,
  server,
}) => {
  const key = word();
  makeMany(server.dataDir, 50, key);
  await beginWith(page, (await newMember(request, server.dataDir)).token);
  await page.goto(`/members?q=${key}`);
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByText('24 members shown')).toBeVisible();
  await loadMore(page).click();
  await expect(cards(page)).toHaveCount(48);
  await expect(page).toHaveURL(`/members?q=${key}&pages=2`);
  await loadMore(page).focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(50);
  await expect(page.getByText('All 50 members shown')).toBeFocused();
  await expect(loadMore(page)).toHaveCount(0);
  const names = await cards(page).allTextContents();
  expect(names).toEqual(Array.from({ length: 50 }, (_, i) => `Number ${i + 1} of ${key}`));

  await page.reload();
  await expect(cards(page)).toHaveCount(50);
  await card(page, `Number 50 of ${key}`).click();
  await expect(heading(page, `Number 50 of ${key}`)).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(50);
  await expect(page).toHaveURL(`/members?q=${key}&pages=3`);

  await status(page).selectOption('Other');
  await expect(page).toHaveURL(`/members?q=${key}&status=Other`);
  await expect(cards(page)).toHaveCount(24);
});

test('what cannot be loaded is said in place, with Retry', { tag: '@long' }, async ({
  page,
  request,
  server,
}) => {
  const key = word();
  makeMany(server.dataDir, 30, key);
  await beginWith(page, (await newMember(request, server.dataDir)).token);
  await page.route('**/api/profile?**', (route) => route.abort());
  await page.goto(`/members?q=${key}`);
  const failure = page.getByRole('alert').filter({ hasText: "We couldn't load the members. Try again." });
  await expect(failure).toBeVisible();
  await page.unroute('**/api/profile?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cards(page)).toHaveCount(24);

  await page.route('**/api/profile?**', (route) => route.abort());
  await loadMore(page).click();
  await expect(failure).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await page.unroute('**/api/profile?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cards(page)).toHaveCount(30);
  await expect(failure).toBeHidden();
});

test('the list is shaped before it is there', { tag: '@long' }, async ({ page, request, server }) => {
  await beginWith(page, (await listed(request, server.dataDir, {})).token);
  await doNotWaitForLoading(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/profile?**', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/members');
  await expect(page.getByText('Loading members')).toBeAttached();
  resolve();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('Loading members')).toBeHidden();
});

test('the directory is accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  request,
  server,
  expectAccessibleAt,
}) => {
  const key = word();
  const { token } = await listed(request, server.dataDir, {
    skills: `a,b,c,d,e,${key}`,
    languages: 'English',
    serviceAreas: 'Pasadena',
  });
  await beginWith(page, token);
  await page.goto(`/members?q=${key}`);
  await expect(cards(page)).toHaveCount(1);
  await expectAccessibleAt(1440, 390);
  await moveTo(page, `/members?q=${key}-nothing`);
  await expect(page.getByText('No members match')).toBeVisible();
  await expectAccessibleAt(1440, 390);
});
