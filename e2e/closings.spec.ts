import type { Page } from '@playwright/test';
import { unreadAmount } from '../src/shared/money.ts';
import { giveLicense, noteMayWork, office, property, reportByApi } from './closings.ts';
import { admin, expect, test } from './fixtures.ts';
import { mailedText } from './mails.ts';
import { beginWith, changeData, newMember } from './members.ts';

const statement = (page: Page, name: string) => page.getByRole('region', { name });

test('a closing goes from the report to the payment, and into the member’s year', async ({
  page,
  browser,
  baseURL,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  test.slow();
  const { agent } = await office(request, server.dataDir);
  const address = property();
  const own = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await own.newPage();
  await beginWith(member, agent.token);
  await member.goto('/dashboard/my-closings');
  await member.getByRole('link', { name: 'Report a closing' }).first().click();
  await expect(member.getByRole('heading', { level: 1, name: 'Report a closing' })).toBeFocused();
  await member.getByRole('button', { name: 'Report closing' }).click();
  await expect(member.getByLabel('Property')).toBeFocused();
  await expect(member.getByText('Property is required')).toBeVisible();
  await member.getByLabel('Property').fill(address);
  await member.getByLabel('Sale price').fill('1,050,000');
  await member.getByLabel('Commission of this side, %').fill('1');
  const live = statement(member, 'Your statement');
  await expect(live).toContainText('The office decides');
  await expect(live).toContainText('1% of the $1,050,000 sales price');
  await member.getByLabel('Company').fill('Golden Escrow');
  await member.getByLabel('File number').fill('GE-77');
  await member.getByRole('button', { name: 'Report closing' }).click();
  await expect(member.getByRole('heading', { level: 1, name: address })).toBeFocused();
  await expect(member.getByText('Reported', { exact: true }).first()).toBeVisible();

  await signIn();
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Office' })
    .getByRole('link', { name: /^Closings \(\d+ waiting\)$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closings' })).toBeFocused();
  await expectAccessible();
  await page
    .getByRole('list', { name: /^To decide/ })
    .getByRole('link', { name: address })
    .click();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeDisabled();
  const settlement = statement(page, 'Settlement');
  await settlement.getByLabel('Transaction fee').fill('1000');
  await expect(settlement).toContainText('$9,500');
  await settlement.getByRole('button', { name: 'Add a fee or waiver' }).click();
  await settlement.getByLabel('Label').fill('Courier');
  await settlement.getByLabel('Amount').fill('40');
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(settlement.getByLabel(/^Reason/)).toBeFocused();
  await settlement.getByLabel(/^Reason/).fill('Documents by courier');
  await expectAccessible();
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(page.getByText('Decisions saved').first()).toBeVisible();
  await expect(settlement).toContainText('$9,460');

  await approve.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table', { name: 'Payees' })).toContainText('DRE license 01234567$9,460');
  await dialog.getByLabel('Your signature').fill('Ada Broker');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const letter = page.getByRole('button', { name: /^Download letter/ });
  await expect(letter).toBeVisible();
  const download = page.waitForEvent('download');
  await letter.click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await page.getByRole('button', { name: 'Closed', exact: true }).click();
  // At three it is the day before in Los Angeles, if the browser's hour counted.
  await page.getByRole('dialog').getByLabel('Date and time').fill('2026-01-20T03:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Closed' }).click();
  await expect(page.getByText('on 2026-01-20')).toBeVisible();
  await page.getByLabel('Closing disclosure').click();
  await expect(page.getByRole('heading', { name: 'Closing package (1 of 2)' })).toBeVisible();
  await page.getByLabel('Signed instruction').click();
  await expect(page.getByRole('heading', { name: 'Closing package (2 of 2)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Note package as received' })).toBeVisible();
  await page.getByRole('button', { name: 'Package received' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Package received' }).click();
  await expect(page.getByText(/^Pay (today|by)/)).toBeVisible();
  await page.getByRole('button', { name: 'Paid', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Method').fill('Check 1042');
  await page.getByRole('dialog').getByRole('button', { name: 'Paid' }).click();
  await expect(page.getByText('Paid on time')).toBeVisible();
  await expectAccessible();

  await member.goto('/dashboard/my-closings');
  await expect(member.getByRole('row', { name: address })).toContainText('$9,460');
  await member.getByRole('link', { name: 'My year' }).click();
  await expect(member.getByText('For your records; may differ from your 1099-NEC.')).toBeVisible();
  await expect(member.getByRole('table', { name: 'Each closing' })).toContainText('Documents by courier');
  await expect(member.getByText('You kept').locator('..')).toContainText('$9,460');
  await member.emulateMedia({ media: 'print' });
  await expect(member.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(member.getByRole('table', { name: 'By month' })).toBeVisible();
  await own.close();
});

test('a report is kept by itself, works by keyboard and fits a phone', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const agent = await newMember(request, server.dataDir);
  const other = await newMember(request, server.dataDir, `Colleague ${Date.now()}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await beginWith(page, agent.token);
  await page.goto('/dashboard/my-closings/new');
  await page.getByLabel('Property').fill('1 First St');
  await page.getByLabel('Sale price').fill('850000');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Sale price')).toHaveValue('850,000');
  await page.getByLabel('Add a co-agent').fill(other.name);
  await expect(page.getByRole('list', { name: 'Members found' })).toContainText(other.name);
  await page.getByLabel('Add a co-agent').press('Enter');
  const share = page.getByLabel(`Share of ${other.name}, %`);
  // An empty field is named, not marked.
  await expect(statement(page, 'Your statement')).toContainText(
    `Enter the share of ${other.name} to see the figures.`,
  );
  await share.fill('40');
  await expect(statement(page, 'Your statement')).toContainText('$12,390');
  await page.getByLabel('A referral fee goes to another broker').press('Space');
  await expect(page.getByRole('textbox', { name: 'Broker', exact: true })).toBeVisible();
  await expectAccessible();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^This is your draft/)).toBeVisible();
  await expect(page.getByLabel('Property')).toHaveValue('1 First St');
  await expect(page.getByLabel(`Share of ${other.name}, %`)).toHaveValue('40');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('a copy leaves the draft of another report until its member says so', async ({
  page,
  request,
  server,
}) => {
  const { agent } = await office(request, server.dataDir);
  const { id } = await reportByApi(request, agent);
  await beginWith(page, agent.token);
  await page.goto('/dashboard/my-closings/new');
  await page.getByLabel('Property').fill('1 Half St');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const copy = `/dashboard/my-closings/new?copy=${id}`;
  await page.goto(copy);
  await page.getByLabel('Property').fill('2 Copied St');
  await expect(page.getByText(/^You have a draft of another report/)).toBeVisible();
  await page.getByRole('button', { name: 'Report closing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '2 Copied St' })).toBeFocused();
  await page.goto('/dashboard/my-closings/new');
  await expect(page.getByLabel('Property')).toHaveValue('1 Half St');
  await page.goto(copy);
  await page.getByLabel('Property').fill('3 Copied St');
  await page.getByRole('button', { name: 'Keep this one instead' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.goto('/dashboard/my-closings/new');
  await expect(page.getByLabel('Property')).toHaveValue('3 Copied St');
  await page.getByLabel('Property').fill('4 Sent St');
  await page.getByLabel('File number').fill('GE-9');
  await page.getByRole('button', { name: 'Report closing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '4 Sent St' })).toBeFocused();
  await page.goto('/dashboard/my-closings/new');
  await expect(page.getByLabel('Property')).toHaveValue('');
});

test('the second of two tabs sees what changed, and loses nothing', async ({
  page,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent, adminToken } = await office(request, server.dataDir);
  const { id } = await reportByApi(request, agent, { credits: 50_000_00, price: 2_000_000_00 });
  await signIn();
  await page.goto(`/dashboard/admin/closings/${id}`);
  const settlement = statement(page, 'Settlement');
  await settlement.getByLabel('Fees are computed from').selectOption('The gross commission');
  const answer = await request.put(`/api/closings/${id}/decisions`, {
    headers: { 'x-auth-token': adminToken },
    data: { basis: 'after-credit' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  const notice = page.getByRole('region', { name: 'Someone else changed this closing' });
  await expect(notice).toContainText('Basis of the fees: none → What remains after the credit');
  await expect(settlement.getByLabel('Fees are computed from')).toHaveValue('gross');
  await expectAccessible();
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(page.getByText('Decisions saved').first()).toBeVisible();
});

test('the statement next to a change counts what the office decided, and only sales suggest a percentage', async ({
  page,
  request,
  server,
  signIn,
}) => {
  const { agent, adminToken } = await office(request, server.dataDir);
  const { id } = await reportByApi(request, agent);
  const decided = await request.put(`/api/closings/${id}/decisions`, {
    headers: { 'x-auth-token': adminToken },
    data: { deductions: [{ kind: 'other', amount: 123_45, reason: 'Yard sign' }] },
  });
  expect(decided.ok(), await decided.text()).toBe(true);
  await signIn();
  await page.goto(`/dashboard/admin/closings/${id}/edit`);
  const shown = statement(page, 'Statement');
  await expect(shown).toContainText('$123.45');
  await page.getByLabel('Sale price').fill('900,000');
  await expect(shown).toContainText('$123.45');

  await page.goto('/dashboard/my-closings/new');
  const byRate = page.getByLabel('Commission of this side, %');
  await expect(byRate).toHaveValue('2.5');
  await page.getByLabel('Kind').selectOption('lease');
  await expect(page.getByLabel('Commission of this side, $')).toHaveValue('');
  await page.getByLabel('Kind').selectOption('commercial');
  await expect(byRate).toHaveValue('2.5');
});

test('a quote is open again once the price changes, and what is approved is the letter that was read', async ({
  page,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent } = await office(request, server.dataDir);
  const reported = { price: 300_000_00, inHouseEscrow: true };
  const { id, property: address } = await reportByApi(request, agent, reported);
  const change = async (given: object) => {
    const answer = await request.put(`/api/my-closings/${id}`, {
      headers: { 'x-auth-token': agent.token },
      data: {
        property: address,
        kind: 'residential',
        commission: { by: 'rate', rate: 250 },
        holderName: 'Golden Escrow',
        fileNumber: 'GE-1042',
        ...reported,
        ...given,
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await signIn();
  await page.goto(`/dashboard/admin/closings/${id}`);
  const settlement = statement(page, 'Settlement');
  await settlement.getByLabel('Quoted fee, in-house escrow').fill('900');
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(page.getByText('Decisions saved').first()).toBeVisible();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeEnabled();

  await change({ price: 3_000_000_00 });
  await page.reload();
  await expect(approve).toBeDisabled();
  const differs = 'Decide again: in-house escrow $900 (price: $300,000 → $3,000,000)';
  await expect(page.getByRole('region', { name: 'Next' })).toContainText(differs);
  await expect(settlement.getByLabel('Quoted fee, in-house escrow')).toHaveValue('');
  await expectAccessible();
  await settlement.getByLabel('Quoted fee, in-house escrow').fill('4,500');
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(approve).toBeEnabled();

  await approve.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Commission instruction, as it will be' })).toBeVisible();
  await expect(dialog).toContainText('Golden Escrow (escrow)');
  await expectAccessible();
  giveLicense(server.dataDir, agent, '01999999');
  await dialog.getByLabel('Your signature').fill('Ada Broker');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  const notice = page.getByRole('region', { name: 'Someone else changed this closing' });
  await expect(notice).toContainText('01999999');
  await approve.click();
  await expect(dialog).toContainText('DRE license 01999999');
  await dialog.getByLabel('Your signature').fill('Ada Broker');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('button', { name: /^Download letter/ })).toBeVisible();
});

test('a coordinator sees closings and nothing else of the office', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const { agent } = await office(request, server.dataDir);
  const { property: address } = await reportByApi(request, agent);
  const coordinator = await newMember(request, server.dataDir);
  changeData(server.dataDir, 'update users set coordinator = 1 where email = ?', coordinator.email);
  await beginWith(page, coordinator.token);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard');
  const drawer = page.getByRole('navigation', { name: 'Office' });
  await expect(drawer.getByRole('link', { name: 'Leads' })).toBeHidden();
  await expect(drawer.getByRole('link', { name: 'Admin' })).toBeHidden();
  await drawer.getByRole('link', { name: /^Closings/ }).click();
  await page.getByRole('link', { name: address, exact: true }).click();
  await expect(page.getByText("Closing settings don't list you as someone who approves.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  await expectAccessible();
  for (const path of ['/dashboard/admin', '/dashboard/leads', '/dashboard/admin/closings/settings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
  }
  const closings = await request.get('/api/closings/work', {
    headers: { 'x-auth-token': coordinator.token },
  });
  expect(closings.status()).toBe(200);
  const users = await request.get('/api/users', { headers: { 'x-auth-token': coordinator.token } });
  expect(users.status()).toBe(403);
});

test('a file of another system is shown row by row before it is added, and a correction before it is saved', async ({
  page,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent, adminToken } = await office(request, server.dataDir);
  const street = property();
  const csv = (price: string) =>
    Buffer.from(
      `reference,agent,property,kind,price,gross,fees,kept,paid\r\n` +
        `"${street}",${agent.email},"${street}",residential,"${price}",12500,600,11900,1/15/2026\r\n`,
    );
  await signIn();
  await page.goto('/dashboard/admin/closings/import');
  const file = page.getByLabel('CSV file');
  const example = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download an example' }).click();
  await file.setInputFiles(await (await example).path());
  // It is read, and only its agent is no one's.
  await expect(page.getByRole('list', { name: 'Errors' })).toHaveText(
    'Line 2: No account has this email address',
  );
  await file.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: csv('850000,00') });
  await expect(page.getByRole('list', { name: 'Errors' })).toHaveText(`Line 2: Price: ${unreadAmount}`);
  await expect(page.getByRole('button', { name: /^Add/ })).toBeHidden();
  await file.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: csv('$850,000.00') });
  await expect(page.getByText('1 row: 1 to add, 0 here already.')).toBeVisible();
  await expect(page.getByRole('row', { name: street })).toContainText('$850,000');
  const sums = 'To add: 1 closing, price $850,000, commission $12,500, fees $600, kept $11,900.';
  await expect(page.getByText(sums)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Add 1 closing' }).click();
  await expect(page.getByText('1 row: 1 added, 0 here already.')).toBeVisible();
  const other = Buffer.from(csv('850000').toString().replace(street, `${street} again`));
  await file.setInputFiles({ name: 'newer.csv', mimeType: 'text/csv', buffer: other });
  await expect(page.getByText(/^1 row may be here already as a reported closing/)).toBeVisible();
  await expect(page.getByRole('row', { name: street })).toContainText(`May be the same deal as ${street}`);

  const headers = { 'x-auth-token': adminToken };
  const found = await request.get(`/api/closings?search=${encodeURIComponent(street)}`, { headers });
  const [{ _id }] = await found.json();
  await page.goto(`/dashboard/admin/closings/${_id}`);
  await page.getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kept, difference').fill('-500,00');
  await dialog.getByLabel('Reason').fill('Check bounced');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await expect(dialog.getByLabel('Kept, difference')).toHaveAccessibleDescription(/Write 12,500\.50/);
  await dialog.getByLabel('Kept, difference').fill('(500)');
  await expect(dialog.getByRole('status')).toHaveText('This correction adds −$500.00 kept.');
  await dialog.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByText('kept −$500: Check bounced')).toBeVisible();
});

test('a correction beyond the closing’s own gross asks once more, about that very amount', async ({
  page,
  request,
  server,
  signIn,
  expectAccessible,
}) => {
  const { agent, adminToken } = await office(request, server.dataDir);
  const headers = { 'x-auth-token': adminToken };
  const street = property();
  const csv =
    'reference,agent,property,kind,price,gross,fees,kept,paid\n' +
    `"${street}",${agent.email},"${street}",residential,500000,12500,600,11900,2026-01-15`;
  const added = await request.post('/api/closings/import', { headers, data: { csv, apply: true } });
  expect(added.ok(), await added.text()).toBe(true);
  const found = await request.get(`/api/closings?search=${encodeURIComponent(street)}`, { headers });
  const [{ _id }] = await found.json();
  await signIn();
  await page.goto(`/dashboard/admin/closings/${_id}`);
  const dialog = page.getByRole('dialog');
  const correct = dialog.getByRole('button', { name: 'Correct' });
  const yes = dialog.getByRole('checkbox', { name: 'Yes, correct it by this amount' });
  await page.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByLabel('Kept, difference').fill('-50,000');
  await dialog.getByLabel('Reason').fill('Wired twice');
  await expect(yes).toBeHidden();
  await correct.click();
  await expect(yes).toBeFocused();
  await expect(yes).toHaveAccessibleDescription(/more than its own gross of \$12,500\. Is it right\?/);
  await expectAccessible();
  await yes.check();
  // A slip after the yes is asked about, too.
  await dialog.getByLabel('Kept, difference').fill('-500,000');
  await expect(yes).not.toBeChecked();
  await correct.click();
  await expect(yes).toBeFocused();
  await dialog.getByLabel('Kept, difference').fill('-50,000');
  await yes.check();
  await correct.click();
  await expect(page.getByText('kept −$50,000: Wired twice')).toBeVisible();
});

test('who approves sees why not on a closing of their own, and where it is allowed all admins learn of it', async ({
  page,
  request,
  server,
  expectAccessible,
}) => {
  const { adminToken } = await office(request, server.dataDir);
  const agent = await newMember(request, server.dataDir, 'Sal Dealer');
  changeData(server.dataDir, 'update users set coordinator = 1 where email = ?', agent.email);
  const { _id } = await (await request.get('/api/auth', { headers: { 'x-auth-token': agent.token } })).json();
  giveLicense(server.dataDir, agent, '07654321');
  noteMayWork(server.dataDir, agent, _id);
  const save = async (ownClosings: boolean) => {
    const saved = await request.put('/api/closings/settings', {
      headers: { 'x-auth-token': adminToken },
      data: {
        approvers: [{ user: _id, capacity: 'Broker' }],
        broker: '',
        promiseDays: 1,
        cutOff: 12,
        keepYears: 4,
        ownClosings,
        package: ['Closing disclosure'],
      },
    });
    expect(saved.ok(), await saved.text()).toBe(true);
  };
  await save(false);
  const { id } = await reportByApi(request, agent);
  await beginWith(page, agent.token);
  await page.goto(`/dashboard/admin/closings/${id}`);
  const why = "You're the agent of this closing. Someone else in the office has to work on it.";
  await expect(page.getByText(why)).toBeVisible();
  for (const name of ['Approve', 'Ask for changes', 'Fell through', 'Archive']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(why);
  }
  await expect(page.getByRole('button', { name: 'Save decisions' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Change what was reported' })).toBeHidden();
  await expectAccessible();

  await save(true);
  await page.reload();
  await expect(page.getByText('All admins get an email about what you do here.')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Your signature').fill('Sal Dealer');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('button', { name: /^Download letter/ })).toBeVisible();
  const mail = await mailedText(server.dataDir, admin.email, 'Someone worked on a closing that pays them');
  expect(mail).toContain('Sal Dealer worked on a closing that pays them: approved.');
  expect(mail).toContain('The agent of the closing is Sal Dealer.');
});

test('an admin names who approves, and insights lead to their lists', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/admin/closings/settings');
  await page.getByLabel('Closing package').fill('Closing disclosure\nSigned instruction');
  await page.getByLabel('Business days until the agent is paid').fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByLabel('Business days until the agent is paid')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.getByLabel('Business days until the agent is paid').fill('0');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('The promise must be at least 1 day')).toBeVisible();
  await page.getByLabel('Business days until the agent is paid').fill('2');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await page.goto('/dashboard/insights');
  await page.getByRole('navigation', { name: 'Insights' }).getByRole('link', { name: 'Closings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closing insights' })).toBeFocused();
  await expectAccessible();
  await page.getByRole('link', { name: 'Members without a closing' }).click();
  await expect(page).toHaveURL('/dashboard/insights/closings/idle');
  await expectAccessible();
  await page.goBack();
  await page.getByRole('link', { name: 'Paid within the promise' }).click();
  await expect(page).toHaveURL('/dashboard/admin/closings/list?promise=kept');
  await expectAccessible();
});
