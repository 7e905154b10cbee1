import type { Page } from '@playwright/test';

/** Opens a group of the drawer that is closed at first. */
export const openGroup = (page: Page, label: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Office' })
    .getByRole('button', { name: label, expanded: false })
    .click();
