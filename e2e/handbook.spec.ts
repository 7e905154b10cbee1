import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expect, said, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { openSettings } from './publishing.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Someone who has accepted an invitation, with a page of their own. */
async function join(
  { request, browser }: { request: APIRequestContext; browser: Browser },
  { token, server }: { token: string; server: { url: string; dataDir: string } },
) {
  const name = `Hal ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID()}@example.com`;
  await request.post('/api/users', { headers: { 'x-auth-token': token }, data: { name, email } });
  const link = new URL(await mailedLink(server.dataDir, email));
  const data = { token: link.hash.slice(1), password: 'brand new and long', adult: true };
  const { token: theirs } = await (await request.post('/api/auth/set-password', { data })).json();
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((value) => localStorage.setItem('token', value), theirs);
  return { name, page };
}

test('a page is written, acknowledged, changed and asked for again', async ({
  page,
  signIn,
  server,
  request,
  browser,
  expectAccessible,
}) => {
  test.setTimeout(120_000);
  const token = await signIn();
  const member = await join({ request, browser }, { token, server });
  const word = `quokka${Date.now()}`;
  const [chapter, title] = [`Chapter ${word}`, `Page ${word}`];

  await page.goto('/dashboard/handbook');
  await page.getByRole('button', { name: 'Add chapter' }).click();
  const chapterDialog = page.getByRole('dialog', { name: 'Add chapter' });
  await chapterDialog.getByLabel('Title').fill(chapter);
  await chapterDialog.getByRole('button', { name: 'Add chapter' }).click();
  await page.getByRole('button', { name: `Add page to ${chapter}` }).click();
  const pageDialog = page.getByRole('dialog', { name: `Add page to “${chapter}”` });
  await expectAccessible();
  await pageDialog.getByLabel('Title').fill(title);
  await pageDialog.getByRole('button', { name: 'Add page' }).click();

  await expect(page.getByLabel('Slug')).toHaveValue(`page-${word}`);
  await text(page).click();
  await page.keyboard.type('Ask before you advertise.');
  await expect(page.getByText(/^Saved .*, not published$/)).toBeVisible();
  await page.getByRole('button', { name: 'Publish page' }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish page' });
  await publishing.getByLabel('Who must acknowledge it').selectOption('Chosen members');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(publishing.getByText('Choose at least one member')).toBeVisible();
  await publishing.getByLabel('Find a member').fill(member.name);
  await publishing.getByLabel(member.name).check();
  await expectAccessible();
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(said(page, 'Page published')).toBeVisible();
  await expect(heading(page, 'Edit handbook')).toBeVisible();

  // The member finds it by a word, reads and acknowledges it, on a phone.
  const theirs = member.page;
  await theirs.goto('/dashboard');
  await expect(
    theirs.getByRole('list', { name: 'Pages to acknowledge' }).getByRole('link', { name: title }),
  ).toBeVisible();
  await theirs.goto('/dashboard/handbook');
  await expect(heading(theirs, 'Page Not Found')).toBeVisible();
  await theirs.goto('/handbook');
  await theirs.getByLabel('Search the handbook').fill(word);
  await theirs.getByRole('list', { name: 'Pages found' }).getByRole('link', { name: title }).click();
  await expect(heading(theirs, title)).toBeVisible();
  await expect(theirs.getByText('Ask before you advertise.')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
  await expect(theirs.getByText(/Last changed .*, by /)).toBeVisible();
  await theirs.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(theirs.getByText(/^You acknowledged version 1 on /)).toBeVisible();
  expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // The editor renames the page, changes its text, and asks again.
  await page.getByRole('link', { name: title, exact: true }).click();
  await openSettings(page);
  await page.getByLabel('Slug').fill(`renamed-${word}`);
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Always.');
  await page.keyboard.press('Control+Enter');
  const again = page.getByRole('dialog', { name: 'Publish changes' });
  await again.getByLabel('Ask again').check();
  await again.getByRole('button', { name: 'Publish' }).click();
  await expect(again.getByText('Say what changed in one sentence')).toBeVisible();
  await again.getByLabel('What changed').fill('Always ask.');
  await expectAccessible();
  await again.getByRole('button', { name: 'Publish' }).click();
  // The words of the first time may still be shown.
  await expect(heading(page, 'Edit handbook')).toBeVisible();

  // The old link leads to it, with what has changed on top.
  await theirs.goto(`/handbook/page-${word}`);
  await expect(theirs).toHaveURL(`/handbook/renamed-${word}`);
  await expect(theirs.getByText('What changed: Always ask.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Acknowledge' })).toBeVisible();

  await page.goto('/dashboard/handbook/acknowledgements');
  await page.getByLabel('Search members').fill(member.name);
  const table = page.getByRole('table', { name: 'Acknowledgements' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row', { name: member.name })).toContainText('Due ');
  await expectAccessible();
  await theirs.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(theirs.getByText(/^You acknowledged version 2 on /)).toBeVisible();
  await table.getByRole('link', { name: member.name }).click();
  await expect(heading(page, `Acknowledgements of ${member.name}`)).toBeVisible();
  await expect(page.getByRole('row', { name: title })).toHaveCount(2);
  await expectAccessible();
  await theirs.context().close();
});

test('pages and chapters are ordered by keyboard and by drag', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const [first, second] = [`First ${randomUUID().slice(0, 8)}`, `Second ${randomUUID().slice(0, 8)}`];
  const before = await (await request.get('/api/handbook/all', { headers })).json();
  const there = before.map(
    ({ _id, title, pages }: { _id: string; title: string; pages: { _id: string }[] }) => ({
      _id,
      title,
      pages: pages.map((each) => each._id),
    }),
  );
  const chapters = [{ title: first, pages: [] }, { title: second, pages: [] }, ...there];
  const made = await (await request.put('/api/handbook/contents', { headers, data: { chapters } })).json();
  for (const title of [`A ${first}`, `B ${first}`]) {
    const chapter = made[0]._id;
    await request.post('/api/handbook/pages', { headers, data: { title, chapter } });
  }

  await page.goto('/dashboard/handbook');
  const list = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/handbook/contents'));
  await expect(list(first)).toHaveCount(2);
  await expectAccessible();

  await link(`A ${first}`).focus();
  const [answer] = await Promise.all([saved(), page.keyboard.press('Shift+ArrowDown')]);
  expect(answer.ok()).toBe(true);
  await expect(list(first).first()).toContainText(`B ${first}`);
  await expect(link(`A ${first}`)).toBeFocused();
  await expect(said(page, `A ${first} is now at place 2 of 2 in ${first}`)).toBeVisible();
  // Over the end of the chapter into the next.
  await Promise.all([saved(), page.getByRole('button', { name: `Move A ${first} down` }).press('Enter')]);
  await expect(list(second)).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Move A ${first} down` })).toBeFocused();

  await Promise.all([
    saved(),
    link(`B ${first}`)
      .locator('..')
      .dragTo(link(`A ${first}`)),
  ]);
  await expect(list(second)).toHaveCount(2);
  await Promise.all([saved(), page.getByRole('button', { name: `Move ${second} up` }).click()]);
  await expect(said(page, `${second} is now chapter 1 of`)).toBeVisible();
  await page.getByRole('button', { name: `More actions for ${first}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // First: while the dialog is open, nothing behind it has a role.
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: first })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(second);
  await expect(list(second)).toHaveCount(2);
});

test('a file added to a page that is acknowledged is a version to acknowledge, unless the change is small', async ({
  page,
  signIn,
  request,
  expectAccessible,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const title = `Insurance ${randomUUID().slice(0, 8)}`;
  const { _id: own } = await (await request.get('/api/auth', { headers })).json();
  const [chapter] = await (await request.get('/api/handbook/all', { headers })).json();
  const made = await (
    await request.post('/api/handbook/pages', { headers, data: { title, chapter: chapter._id } })
  ).json();
  const at = `/api/handbook/pages/${made._id}`;
  const data = { title, slug: made.slug, text: 'See the file.', public: false, dueDays: 14 };
  await request.put(at, { headers, data: { ...data, audience: 'chosen', chosen: [own] } });
  await request.post(`${at}/acknowledge`, { headers, data: { edition: 1 } });

  await page.goto(`/dashboard/handbook/edit/${made._id}`);
  const settings = page.getByRole('complementary', { name: 'Page settings' });
  await openSettings(page);
  const choice = settings.getByLabel('Changed files must be acknowledged');
  await expect(choice).toBeChecked();
  const choose = (name: string) =>
    settings
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  const files = settings.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await choose('Policy.pdf');
  await expect(files).toHaveCount(1);
  await expect(page.getByText('Version 2.')).toBeVisible();
  await choice.uncheck();
  await expectAccessible();
  await choose('Form.pdf');
  await expect(files).toHaveCount(2);

  await page.goto(`/handbook/${made.slug}`);
  await expect(page.getByText('What changed: The file “Policy.pdf” was added.')).toBeVisible();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText(/^You acknowledged version 3 on /)).toBeVisible();
  await page.goto(`/dashboard/handbook/acknowledgements/${own}`);
  const given = page.getByRole('row', { name: title });
  await expect(given.first()).toContainText('Policy.pdf');
  await expect(given.first()).toContainText('Form.pdf');
  await expectAccessible();
});

test('a page is published with files added in its editor, and not with those that someone else added since', async ({
  page,
  signIn,
  request,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const title = `Signs ${randomUUID().slice(0, 8)}`;
  const [chapter] = await (await request.get('/api/handbook/all', { headers })).json();
  const made = await (
    await request.post('/api/handbook/pages', { headers, data: { title, chapter: chapter._id } })
  ).json();
  const at = `/api/handbook/pages/${made._id}`;
  const data = {
    title,
    slug: made.slug,
    text: 'See the file.',
    public: false,
    dueDays: 14,
    audience: 'none',
  };
  await request.put(at, { headers, data });
  const pdf = (name: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  const settings = page.getByRole('complementary', { name: 'Page settings' });
  const files = settings.getByRole('list', { name: 'Files' }).getByRole('listitem');
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  const write = async (words: string) => {
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
  };
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 412 && response.url().endsWith(at)) refusals.push(response.url());
  });

  await page.goto(`/dashboard/handbook/edit/${made._id}`);
  await openSettings(page);
  await settings.locator('input[type=file]').setInputFiles(pdf('Mine.pdf'));
  await expect(files).toHaveCount(1);
  await write(' Mine.');
  await expect(heading(page, 'Edit handbook')).toBeVisible();
  expect(refusals).toEqual([]);

  await page.goto(`/dashboard/handbook/edit/${made._id}`);
  await openSettings(page);
  await expect(files).toHaveCount(1);
  await request.post(`${at}/files?name=Theirs.pdf`, { headers, multipart: { file: pdf('Theirs.pdf') } });
  await write(' Again.');
  await expect(page.getByText('Someone else changed its files in the meantime.')).toBeVisible();
  await expect(files).toHaveCount(2);
  await expect(text(page)).toContainText('See the file. Mine. Again.');
  const published = async () =>
    (await (await request.get(`/api/handbook/slug/${made.slug}`, { headers })).json()).html;
  expect(await published()).not.toContain('Again.');

  await page.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(heading(page, 'Edit handbook')).toBeVisible();
  expect(await published()).toContain('Mine. Again.');
  expect(refusals).toHaveLength(1);
});

test('files of a page are added, downloaded by everyone who may read it, and deleted', async ({
  page,
  signIn,
  request,
  browser,
  server,
  expectAccessible,
}) => {
  const headers = { 'x-auth-token': await signIn() };
  const word = randomUUID().slice(0, 8);
  const before = await (await request.get('/api/handbook/all', { headers })).json();
  const there = before.map(
    ({ _id, title, pages }: { _id: string; title: string; pages: { _id: string }[] }) => ({
      _id,
      title,
      pages: pages.map((each) => each._id),
    }),
  );
  const chapters = [{ title: `Files ${word}`, pages: [] }, ...there];
  const [chapter] = await (
    await request.put('/api/handbook/contents', { headers, data: { chapters } })
  ).json();
  const title = `Fees ${word}`;
  const made = await (
    await request.post('/api/handbook/pages', { headers, data: { title, chapter: chapter._id } })
  ).json();
  const published = await request.put(`/api/handbook/pages/${made._id}`, {
    headers,
    data: {
      title,
      slug: made.slug,
      text: 'See the file.',
      public: true,
      audience: 'none',
      dueDays: 14,
    },
  });
  expect(published.ok()).toBe(true);

  await page.goto(`/dashboard/handbook/edit/${made._id}`);
  const settings = page.getByRole('complementary', { name: 'Page settings' });
  await openSettings(page);
  const choose = settings.locator('input[type=file]');
  await choose.setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('no PDF'),
  });
  await expect(settings.getByText('Only PDF files are accepted')).toBeVisible();
  await choose.setInputFiles({
    name: 'Fees 2026.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  });
  const files = settings.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await expect(settings.getByText('Only PDF files are accepted')).toHaveCount(0);
  await expectAccessible();

  await page.goto(`/handbook/${made.slug}`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Fees 2026.pdf' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Fees 2026.pdf');
  await expectAccessible();

  // A visitor, on a phone.
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
  });
  const visitor = await context.newPage();
  await visitor.goto('/policies');
  await visitor.getByRole('link', { name: title }).click();
  const link = visitor.getByRole('link', { name: 'Fees 2026.pdf' });
  const [visited] = await Promise.all([visitor.waitForEvent('download'), link.click()]);
  expect(visited.suggestedFilename()).toBe('Fees 2026.pdf');
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.goto(`/dashboard/handbook/edit/${made._id}`);
  const remove = page.getByRole('button', { name: 'Delete Fees 2026.pdf' });
  await openSettings(page);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(said(page, 'File deleted')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(files).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(link).toHaveCount(0);
  await context.close();
});
