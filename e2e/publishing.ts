import type { Page } from '@playwright/test';

/** Publishes what the editor holds: by its button, and the dialog that asks how. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish (article|changes)$/ }).click();
  await confirmPublishing(page);
}

export const confirmPublishing = (page: Page): Promise<void> =>
  page
    .getByRole('dialog', { name: /^Publish (article|changes)$/ })
    .getByRole('button', { name: /^(Publish|Schedule)$/ })
    .click();

/** From the text as it will look to its Markdown, or back. */
export async function toggleMarkdown(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^(Markdown|Formatted text)$/ }).click();
}

/** Closed at first, and as this browser remembers it. */
export async function openSettings(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Settings', exact: true });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}
