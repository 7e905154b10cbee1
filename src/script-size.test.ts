import { expect, it } from 'vitest';
import { scriptSize } from '../scripts/lib/script-size.mjs';

const office = 'src/web/office/';
const dashboard = [`${office}main.tsx`, `${office}dashboard/DashboardPage.tsx`];

/** Includes each file's headers, as a browser counts. New hashes in file names changed the editor by 90 bytes. */
const options = { withHeaders: true, stableNames: true };

/** In KB: just above the present size, and 135 at most for the office's first screen. */
it.each([
  ['dashboard/DashboardPage.tsx', 123.8],
  ['leads/LeadsPage.tsx', 150.3],
  ['posts/PostsPage.tsx', 144.6],
  ['system/SystemPage.tsx', 128.2],
])('the first screen of the office loads little: %s', async (screen, limit) => {
  expect(await scriptSize([`${office}main.tsx`, office + screen], options)).toBeLessThanOrEqual(limit * 1024);
});

it('the editor of articles adds little to it', async () => {
  const editor = [`${office}articles/EditArticlePage.tsx`];
  expect(await scriptSize(editor, { ...options, beyond: dashboard })).toBeLessThanOrEqual(120.1 * 1024);
});
