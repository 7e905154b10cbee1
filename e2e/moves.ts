import { setTimeout } from 'node:timers/promises';
import { expect, type Page, type Request } from '@playwright/test';

declare global {
  interface Window {
    /** Controls that moved, with their distances from the top of the page. */
    moved?: string[];
  }
}

/** Pixels: a font that arrives late may change the height of a line by less. */
const tolerance = 4;
/** Milliseconds: later a screen shows what it has (`page/useFirstLoad.ts`), and its parts may arrive one by one. */
const watchedFor = 9000;

/** The live feed's is answered for as long as the page lives. */
const isCall = (request: Request) =>
  request.url().includes('/api/') && !request.url().includes('/api/posts/events');

/** Each call of a page is late in one of them, and most others are not. */
export const turns = [0, 1, 2];
/** Milliseconds, more than a skeleton stays: what does not wait for this call is shown before it is answered. */
const late = 1000;

/**
 * Looks at each frame of the next pages: what can be pressed must stay where it is while other parts load.
 * @param turn which calls of a page are late: the first, fourth, … by 0
 * @returns a function that waits until all has loaded and gives what moved
 */
export async function watchMoves(page: Page, turn = 0): Promise<() => Promise<string[] | undefined>> {
  const open = new Set<Request>();
  let calls = 0;
  page.on('request', (request) => isCall(request) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) calls = 0;
  });
  await page.route('/api/**', async (route) => {
    if (calls++ % turns.length === turn) await setTimeout(late);
    await route.fallback();
  });
  await page.addInitScript(
    ([limit, end]) => {
      const moved: string[] = [];
      window.moved = moved;
      const places = new Map<Element, number>();
      let scrolled = scrollY;
      const look = () => {
        if (performance.now() > end) return;
        // Sticky elements change their place on the page as it scrolls, so start over.
        if (scrolled !== scrollY) places.clear();
        scrolled = scrollY;
        for (const element of document.querySelectorAll(
          'main :is(a, button, input, select, textarea, summary)',
        )) {
          const { top, width } = element.getBoundingClientRect();
          if (width === 0) continue;
          const place = Math.round(top + scrollY);
          const former = places.get(element) ?? place;
          if (!places.has(element) || Math.abs(former - place) > limit) places.set(element, place);
          if (Math.abs(former - place) <= limit) continue;
          moved.push(`${element.ariaLabel || element.textContent || element.id}: ${former} to ${place}`);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [tolerance, watchedFor] as const,
  );
  return async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(async () => open.size + (await page.evaluate(skeletonsAfterTwoFrames)) + open.size)
      .toBe(0);
    return page.evaluate(() => window.moved);
  };
}

async function skeletonsAfterTwoFrames(): Promise<number> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return document.querySelectorAll('main div[aria-busy="true"]').length;
}
