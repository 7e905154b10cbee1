import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What could be pressed and was moved, with its places from the top of the page. */
    moved?: string[];
  }
}

/** More is seen. The fonts of a text that arrive late may change the height of a line by less. */
const most = 4;

/**
 * Each answer of the API comes late by chance, so that the parts of a page arrive one after the other.
 * @returns how many are still held back
 */
export async function answerLate(page: Page): Promise<() => number> {
  let held = 0;
  await page.route('/api/**', async (route) => {
    held++;
    await setTimeout(Math.random() * 800);
    held--;
    await route.fallback();
  });
  return () => held;
}

/** Looks at each frame of the next pages: what is once shown must stay where it is while other parts load. */
export async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript((limit) => {
    const moved: string[] = [];
    window.moved = moved;
    const places = new Map<Element, number>();
    let scrolled = scrollY;
    const look = () => {
      // What sticks changes its place on the page as the page scrolls.
      const isScrolling = scrolled !== scrollY;
      scrolled = scrollY;
      for (const element of document.querySelectorAll(
        'main :is(a, button, input, select, textarea, summary)',
      )) {
        const { top, width } = element.getBoundingClientRect();
        if (width === 0) continue;
        const place = Math.round(top + scrollY);
        const former = places.get(element) ?? place;
        places.set(element, place);
        if (isScrolling || Math.abs(former - place) <= limit) continue;
        moved.push(`${element.ariaLabel || element.textContent || element.id}: ${former} to ${place}`);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, most);
}

/** Call when all has loaded. */
export const movesOf = async (page: Page): Promise<string[] | undefined> => page.evaluate(() => window.moved);
