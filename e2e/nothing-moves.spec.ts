import { expect, test } from './fixtures.ts';
import { watchMoves } from './moves.ts';
import { screens } from './screens.ts';

/** Its editor has no height before its text is read: on a phone it moves the placeholders below, within a frame. */
const unsteady = ['/dashboard/admin/agreement'];

/** On a phone all stands in one column, so that each part moves most. */
test.use({ viewport: { width: 390, height: 844 } });

test('nothing that can be pressed moves while a screen of the office loads', async ({
  page,
  request,
  signIn,
}) => {
  test.setTimeout(600_000);
  const paths = await screens(request, await signIn());
  expect(paths.length).toBeGreaterThan(50);
  const moves = await watchMoves(page);
  for (const path of paths.filter((each) => !unsteady.includes(each))) {
    await page.goto(path);
    expect.soft(await moves(), path).toEqual([]);
  }
});
