import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { answerLate, movesOf, watchMoves } from './moves.ts';

/** Its editor has no height before its text is read: on a phone it moves the placeholders below, within a frame. */
const unsteady = ['/dashboard/admin/agreement'];

for (const width of [1440, 390])
  test(`nothing that can be pressed moves while a screen of the office loads, at ${width} px`, async ({
    page,
    signIn,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: 844 });
    await signIn();
    const held = await answerLate(page);
    await watchMoves(page);
    const source = await readFile('src/web/office/routes.tsx', 'utf8');
    const paths = [...source.matchAll(/path: '(\/[^':]*)'/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths.filter((each) => !unsteady.includes(each))) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      await expect.poll(held).toBe(0);
      // By the fixture `patience`, not before all skeletons are gone.
      await expect(heading).toBeVisible();
      expect(await movesOf(page), path).toEqual([]);
    }
  });
