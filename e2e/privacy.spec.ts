import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzip } from '../test/unzip.ts';
import { openGroup } from './drawer.ts';
import { button, expect, said, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('a request by the public form is overdue, acknowledged, verified and answered by an admin', async ({
  page,
  signIn,
  server,
  expectAccessible,
}) => {
  const name = `Ana Ortiz ${Date.now()}`;
  await page.goto('/privacy-request');
  await page.getByLabel('Give me my data in a file').check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`ana-${Date.now()}@example.com`);
  await button(page, 'Send').click();
  await expect(said(page, 'We received your request.')).toBeVisible();
  const past = new Date(Date.now() - 60_000).toISOString();
  changeData(server.dataDir, 'update privacy_requests set acknowledge_by = ? where name = ?', past, name);

  await signIn();
  await page.goto('/dashboard');
  await openGroup(page, 'System');
  await page.getByRole('link', { name: 'Privacy requests' }).click();
  await expect(heading(page, 'Privacy requests')).toBeFocused();
  await expect(said(page, 'overdue')).toBeVisible();
  await expect(page.getByRole('row', { name })).toContainText('Overdue: not acknowledged');
  await expectAccessible();
  await page.getByRole('link', { name: `Open the request of ${name}` }).click();
  await button(page, 'Acknowledge').click();
  await expect(said(page, 'Request acknowledged')).toBeVisible();

  await button(page, 'Answer').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Answer').fill('Handed over in the office');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(dialog.getByText('Please record how the person was verified')).toBeVisible();
  await expect(dialog.getByLabel('Answer')).toHaveValue('Handed over in the office');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Record verification').click();
  await dialog.getByLabel('How they proved their identity').fill('Passport seen');
  await dialog.getByRole('button', { name: 'Record verification' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Passport seen')).toBeVisible();
  await button(page, 'Answer').click();
  await dialog.getByLabel('Answer').fill('Handed over in the office');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(said(page, 'Request answered')).toBeVisible();
  await expect(button(page, 'Refuse')).toBeHidden();
  await expectAccessible();
});

test('an admin enters what came by letter, and what was typed survives an error', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/privacy');
  await button(page, 'Enter a request').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How it arrived').selectOption('By letter');
  await dialog.getByLabel('What they ask for').selectOption('Delete my data');
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Please include a valid email')).toBeVisible();
  await expectAccessible();
  await dialog.getByLabel('Name').fill('Lena Letter');
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await expect(heading(page, 'Delete my data')).toBeFocused();
  await expect(page.getByText(', by letter')).toBeVisible();
});

test('a member exports their data and reads the file', async ({ page, server, request }) => {
  const member = await newMember(request, server.dataDir);
  const headers = { 'x-auth-token': member.token };
  await request.post('/api/posts', { headers, data: { text: 'Open house on Sunday' } });
  await beginWith(page, member.token);
  await page.goto('/account-settings');
  await button(page, 'Export my data').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download the export of/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = unzip(await readFile(await download.path()));
  expect(JSON.parse(files.get('data/users.json')?.toString() ?? '')).toMatchObject([{ email: member.email }]);
  expect(files.get('index.html')?.toString()).toContain('Open house on Sunday');
});

test('an admin sees what is held about a person, and erases it', async ({
  page,
  signIn,
  server,
  request,
  expectAccessible,
}) => {
  const member = await newMember(request, server.dataDir);
  const headers = { 'x-auth-token': member.token };
  await signIn();
  await page.goto('/dashboard/admin/privacy/person');
  await page.getByLabel('Email').fill(member.email);
  await button(page, 'Show their data').click();
  await expect(page.getByRole('row', { name: /^Accounts/ })).toContainText('Deleted');
  await expectAccessible();
  await button(page, 'Erase').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`To confirm, type ${member.email}`).fill(member.email);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(said(page, 'Personal data erased')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Accounts/ })).toBeHidden();
  expect((await request.get('/api/auth', { headers })).status()).toBe(401);
});
