import type { Page } from '@playwright/test';

/** Texts kept in this browser, once all that was begun is on its disk. */
export const draftsIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('office');
        // The office has not made it: do not make an empty one.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map((draft) => draft.values.text));
          };
        };
      }),
  );
