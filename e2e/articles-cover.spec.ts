import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, said, test } from './fixtures.ts';
import { openSettings, publish, toggleMarkdown } from './publishing.ts';

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d57' } })
    .jpeg()
    .toBuffer();
const choose = (page: Page, buffer: Buffer, name = 'photo.jpg') =>
  field(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
const field = (page: Page) => page.getByRole('group', { name: 'Cover' });
const cover = (page: Page) => field(page).getByRole('img', { name: 'Current cover' });

async function begin(page: Page): Promise<string> {
  const title = `Covered ${randomUUID()}`;
  await page.goto('/dashboard/add-article');
  await page.getByLabel('Title').fill(title);
  await openSettings(page);
  await page.getByLabel('URL').fill('https://example.com/source');
  await page.getByLabel('Snippet').fill('What this article says, shortly.');
  await toggleMarkdown(page);
  await page.getByRole('textbox', { name: 'Text' }).fill('A **bold** beginning.');
  return title;
}

test('an article gets a cover, shows it, and loses it again', async ({ page, signIn }) => {
  await signIn();
  const title = await begin(page);
  await choose(page, await photo(2400, 1600));
  await expect(said(page, 'Image added')).toBeVisible();
  await expect(cover(page)).toBeVisible();
  await page.getByLabel('Cover description').fill('A house by the sea');
  await publish(page);
  await expect(said(page, 'Article Created')).toBeVisible();

  await page.goto(`/articles/${title.toLowerCase().replace(' ', '-')}`);
  const shown = page.getByRole('img', { name: 'A house by the sea' });
  await expect(shown).toHaveJSProperty('complete', true);
  expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  // The size reserves the space before the picture loads.
  await expect(shown).toHaveAttribute('width', '1440');
  await expect(shown).toHaveAttribute('height', '960');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await shown.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(width);
    expect(box?.height).toBeGreaterThan(100);
  }

  await page.goto('/dashboard/view-articles');
  await page
    .getByRole('row', { name: new RegExp(title.slice(0, 12)) })
    .first()
    .getByRole('link', { name: 'Edit' })
    .click();
  await openSettings(page);
  await expect(cover(page)).toBeVisible();
  await field(page).getByRole('button', { name: 'Remove cover' }).click();
  await expect(cover(page)).toBeHidden();
  await expect(field(page).getByRole('button', { name: 'Choose cover' })).toBeFocused();
  await page.getByRole('button', { name: 'Close settings' }).click();
  await publish(page);
  await expect(said(page, 'Article Updated')).toBeVisible();
});

test('a file that is no picture is named next to the field, and nothing typed is lost', {
  tag: '@long',
}, async ({ page, signIn, expectAccessible }) => {
  await signIn();
  const title = await begin(page);
  await choose(page, Buffer.from('<svg/>'), 'photo.jpg');
  await expect(field(page).getByRole('alert')).toHaveText('Only JPEG, PNG and WebP images are accepted');
  await expectAccessible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await choose(page, await photo(60, 40));
  await expect(cover(page)).toBeVisible();
  await expect(field(page).getByRole('alert')).toHaveText('');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible();
  }
});

test('pictures are put into the Markdown by button and by paste, and shown with their captions', {
  tag: '@long',
}, async ({ page, signIn, expectAccessible }) => {
  await signIn();
  const title = await begin(page);
  const dialog = page.getByRole('dialog', { name: 'Image in the text' });
  const text = page.getByRole('textbox', { name: 'Text' });
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 400) });
  await expect(dialog.getByRole('img', { name: 'The image you chose' })).toBeVisible();
  await dialog.getByLabel('Image description').fill('A sold [sign]');
  await dialog.getByLabel('Caption').fill('Sold in "May"');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Insert image' }).click();
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(
    /^A \*\*bold\*\* beginning\.\n\n!\[A sold \\\[sign\\\]\]\(\/images\/[\da-f-]{36}\/1440\.jpg "Sold in \\"May\\""\)$/,
  );

  const pasted = (await photo(90, 60)).toString('base64');
  await text.evaluate(async (area, base64) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'b.jpg', { type: 'image/jpeg' }));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(dialog.getByRole('img', { name: 'The image you chose' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert image' }).click();
  await expect(text).toHaveValue(/"\)\n\n!\[\]\([^)]*\)$/);

  await publish(page);
  await expect(said(page, 'Article Created')).toBeVisible();
  await page.goto(`/articles/${title.toLowerCase().replace(' ', '-')}`);
  const figure = page.getByRole('figure', { name: 'Sold in "May"' });
  await expect(figure.getByRole('img', { name: 'A sold [sign]' })).toHaveJSProperty('complete', true);
  await expect(page.locator('.prose picture')).toHaveCount(2);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
