import type { CurrentUser } from '../../../shared/auth.contract.ts';
import { nextPage } from './next-page.ts';

/** Addresses that are for visitors only; a signed-in person is sent on (docs/product.md P7.4). */
const visitorsOnly = new Set(['/contact', '/login']);

/**
 * Finds out whose token this browser holds, if any, and shows the account menu instead of the visitors' links.
 * Without a token it does nothing, so that a visitor's page costs nothing.
 */
export async function greetMember(wake: (element: HTMLElement) => Promise<void>): Promise<void> {
  const root = document.documentElement.dataset;
  if (root.auth !== 'loading') return;
  const user = await currentUser();
  const place = document.querySelector<HTMLElement>('[data-island="account-menu"]');
  if (!user || !place) {
    delete root.auth;
    return;
  }
  if (visitorsOnly.has(location.pathname)) {
    location.replace(nextPage(location.href));
    return;
  }
  place.dataset.props = JSON.stringify({ user });
  await wake(place);
  root.auth = 'member';
}

// Not by session.ts: shared with the islands, it would move code of theirs into what every visitor loads.
async function currentUser(): Promise<CurrentUser | undefined> {
  const token = localStorage.getItem('token');
  if (!token) return undefined;
  try {
    const response = await fetch('/api/auth', { headers: { 'x-auth-token': token } });
    // Only a refusal makes the token worthless; a server that is away does not.
    if (response.status === 401 && localStorage.getItem('token') === token) localStorage.removeItem('token');
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
