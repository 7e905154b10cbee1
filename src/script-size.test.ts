import { expect, it } from 'vitest';
import { scriptSize } from '../scripts/lib/script-size.mjs';

const office = 'src/web/office/main.tsx';

it('the office loads little at first', async () => {
  expect(await scriptSize([office])).toBeLessThanOrEqual(150 * 1024);
});

it('the editor of articles adds little to it', async () => {
  const editor = ['src/web/office/articles/EditArticlePage.tsx'];
  expect(await scriptSize(editor, { beyond: [office] })).toBeLessThanOrEqual(140 * 1024);
});
