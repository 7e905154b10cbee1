import { expect, it } from 'vitest';
import { scriptSize } from '../scripts/lib/script-size.mjs';

const office = 'src/web/office/';
const dashboard = [`${office}main.tsx`, `${office}dashboard/DashboardPage.tsx`];

/** Includes each file's headers, as a browser counts. New hashes in file names changed the editor by 90 bytes. */
const options = { withHeaders: true, stableNames: true };

/** In KB: just above the present size, and 135 at most for the office's first screen. */
it.each([
  ['dashboard/DashboardPage.tsx', 124.1],
  ['leads/LeadsPage.tsx', 150.6],
  ['posts/PostsPage.tsx', 145],
  ['system/SystemPage.tsx', 128.5],
])('the first screen of the office loads little: %s', async (screen, limit) => {
  expect(await scriptSize([`${office}main.tsx`, office + screen], options)).toBeLessThanOrEqual(limit * 1024);
});

it('the editor of articles adds little to it', async () => {
  const editor = [`${office}articles/EditArticlePage.tsx`];
  expect(await scriptSize(editor, { ...options, beyond: dashboard })).toBeLessThanOrEqual(120.2 * 1024);
});
