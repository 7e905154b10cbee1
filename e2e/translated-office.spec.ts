import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { screens } from './screens.ts';
import { translate } from './translator.ts';

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
      const send = page.locator('dialog[open] button[type="submit"]:visible:enabled');
      if ((await send.count()) > 0) await send.first().click({ timeout: 30_000 });
      await settled();
      await closeDialogs(page);
      await expect(heading.first()).toBeVisible();
    });
});

async function closeDialogs(page: Page): Promise<void> {
  const open = page.locator('dialog[open]');
  for (let tries = 0; tries < 3 && (await open.count()) > 0; tries++) {
    await page.keyboard.press('Escape');
    const leave = page.getByRole('button', { name: /^(Discard|Leave|Close)/ });
    if ((await leave.count()) > 0) await leave.first().click();
  }
}
