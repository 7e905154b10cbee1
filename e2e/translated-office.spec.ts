import type { Page } from '@playwright/test';
import { office, property } from './closings.ts';
import { button, expect, said, test } from './fixtures.ts';
import { apply, callsOf, newLead, readyToSend } from './joining.ts';
import { mailedCode, mailedLink } from './mails.ts';
import { beginWith } from './members.ts';
import { screens } from './screens.ts';
import { translate } from './translator.ts';

const dialogs = '[role="dialog"], [role="alertdialog"]';

test('every translated screen of the office keeps its forms when they are sent', async ({
  page,
  request,
  signIn,
}) => {
  // Some seventy screens, each with its form and its dialog.
  test.setTimeout(2_400_000);
  const addresses = await screens(request, await signIn());
  const heading = page.locator('h1');
  const settled = () => expect(page.locator('button[aria-busy="true"]')).toHaveCount(0);
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address);
      await expect(heading.first()).toBeVisible();
      await expect(page.locator('div[aria-busy="true"] > [role="status"]')).toHaveCount(0);
      await translate(page);
      const opening = page.locator('main button[aria-haspopup="dialog"]:visible:enabled');
      const sending = page.locator('main button[type="submit"]:visible:enabled');
      if ((await sending.count()) > 0) {
        await sending.first().click({ timeout: 30_000 });
        await settled();
        await expect(heading.first()).toBeVisible();
        await closeDialogs(page);
      }
      if ((await opening.count()) === 0) return;
      await opening.first().click({ timeout: 30_000 });
      const send = page.locator(dialogs).locator('button[type="submit"]:visible:enabled');
      if ((await send.count()) > 0) await send.first().click({ timeout: 30_000 });
      await settled();
      await closeDialogs(page);
      await expect(heading.first()).toBeVisible();
    });
});

async function closeDialogs(page: Page): Promise<void> {
  const open = page.locator(dialogs);
  for (let tries = 0; tries < 3 && (await open.count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    const leave = page.getByRole('button', { name: /^(Discard|Leave|Close)/ });
    if ((await leave.count()) > 0) await leave.first().click();
  }
}

/** A page goes on while Chrome translates it (docs/product.md P7.23): press save, see the error, correct it. */
const isTranslated = (page: Page) => expect(page.locator('h1 font').first()).toBeVisible();

test('a translated list of leads and a lead show errors, and keep what was typed', async ({
  page,
  request,
  signIn,
}) => {
  await signIn();
  const { name, email } = await newLead(request);
  await page.goto(`/dashboard/leads?q=${email}`);
  await expect(page.getByRole('row', { name })).toBeVisible();
  await translate(page);
  await isTranslated(page);
  const search = page.getByRole('searchbox', { name: 'Search leads' });
  await search.fill('zzzz');
  await expect(page.getByRole('row', { name })).toBeHidden();
  await search.fill(email);
  await expect(page.getByRole('row', { name })).toBeVisible();
  const stage = page.getByLabel(`Stage of ${name}`, { exact: true });
  await page.route('/api/leads/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await stage.selectOption('Contacted');
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible();
  await expect(stage).toHaveValue('new');
  await page.unroute('/api/leads/*');
  await stage.selectOption('Contacted');
  await expect(stage).toHaveValue('contacted');
  await expect(page.getByText('The server cannot be reached')).toHaveCount(0);

  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await button(page, 'Save note').click();
  await expect(page.getByText('Text is required')).toBeVisible();
  await page.getByLabel('New note').fill('Called back');
  await button(page, 'Save note').click();
  await expect(said(page, 'Note saved')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Called back');
  await page.getByLabel('What to do').fill('Call again');
  await button(page, 'Save step').click();
  await expect(page.getByLabel('On', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('On', { exact: true }).fill('2099-01-31');
  await button(page, 'Save step').click();
  await expect(said(page, 'Next step saved')).toBeVisible();
  await expect(page.getByLabel('What to do')).toHaveValue('Call again');
});

test('a translated report of a closing and its decision show errors, and are saved', async ({
  page,
  request,
  server,
  signIn,
  browser,
  baseURL,
}) => {
  const { agent } = await office(request, server.dataDir);
  const street = property();
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const member = await context.newPage();
  await beginWith(member, agent.token);
  await member.goto('/dashboard/my-closings/new');
  await expect(member.getByLabel('Property')).toBeVisible();
  await translate(member);
  await isTranslated(member);
  await button(member, 'Report closing').click();
  await expect(member.getByText('Property is required')).toBeVisible();
  await member.getByLabel('Property').fill(street);
  await member.getByLabel('Sale price').fill('1050000,00');
  await member.getByLabel('Commission of this side, %').fill('1');
  await button(member, 'Report closing').click();
  await expect(member.getByLabel('Sale price')).toHaveAccessibleDescription(/Write 12,500\.50/);
  await member.getByLabel('Sale price').fill('1,050,000');
  await expect(member.getByRole('region', { name: 'Your statement' })).toContainText('$10,500');
  await member.getByLabel('Company').fill('Golden Escrow');
  await member.getByLabel('File number').fill('GE-77');
  await button(member, 'Report closing').click();
  await expect(member.getByRole('heading', { level: 1, name: street })).toBeVisible();
  await context.close();

  await signIn();
  await page.goto('/dashboard/admin/closings');
  await expect(page.getByRole('link', { name: street })).toBeVisible();
  await translate(page);
  await isTranslated(page);
  await page.getByRole('link', { name: street }).click();
  const settlement = page.getByRole('region', { name: 'Settlement' });
  await settlement.getByLabel('Transaction fee').fill('1000');
  await settlement.getByRole('button', { name: 'Add a fee or waiver' }).click();
  await settlement.getByLabel('Label').fill('Courier');
  await settlement.getByLabel('Amount').fill('40,00');
  await settlement.getByLabel(/^Reason/).fill('Documents by courier');
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(settlement.getByLabel('Amount')).toHaveAccessibleDescription(/Write 12,500\.50/);
  await settlement.getByLabel('Amount').fill('40');
  await settlement.getByRole('button', { name: 'Save decisions' }).click();
  await expect(page.getByText('Decisions saved').first()).toBeVisible();
  await button(page, 'Approve').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByLabel('Your signature')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Your signature').fill('Ada Broker');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('button', { name: /^Download letter/ })).toBeVisible();
});

test('a translated application shows its errors, and is signed', async ({
  page,
  request,
  server,
  signIn,
  browser,
  baseURL,
}) => {
  const call = callsOf(request, await signIn());
  await readyToSend(call);
  const { name, email } = await newLead(request);
  const [lead] = Object(await call('get', `/api/leads?search=${email}`));
  await call('post', `/api/joining/leads/${lead._id}/invitation`);
  await page.goto('/dashboard/applications');
  await translate(page);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const applicant = await context.newPage();
  // Each step is a page of its own.
  applicant.on('load', () => translate(applicant).catch(() => undefined));
  await applicant.goto(await mailedLink(server.dataDir, email, 'Apply to join'));
  await isTranslated(applicant);
  await applicant.getByRole('link', { name: 'Start', exact: true }).click();
  await apply(applicant, name, () => isTranslated(applicant));
  await button(applicant, 'Email me a code').click();
  await expect(applicant.getByLabel('Your name as licensed')).toHaveAttribute('aria-invalid', 'true');
  await applicant.getByLabel('Your name as licensed').fill(name);
  await applicant.getByLabel(/^I agree to sign this agreement electronically/).check();
  await applicant.getByLabel(/^I have read this agreement/).check();
  await button(applicant, 'Email me a code').click();
  await applicant.getByLabel('Code from your email').fill('000');
  await button(applicant, 'Sign the agreement').click();
  await expect(applicant.getByLabel('Code from your email')).toHaveAttribute('aria-invalid', 'true');
  await applicant.getByLabel('Code from your email').fill(await mailedCode(server.dataDir, email));
  await button(applicant, 'Sign the agreement').click();
  await expect(applicant.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ana');
  await context.close();
});
