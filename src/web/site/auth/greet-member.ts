import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { nextPage } from './next-page.ts';

/** A signed-in user is redirected from these (docs/product.md P7.4). */
const visitorsOnly = ['/contact', '/login'];

/** Does nothing without a token, so that a visitor's page costs nothing. */
export async function greetMember(wake: (element: HTMLElement) => Promise<void>): Promise<void> {
  const root = document.documentElement.dataset;
  if (root.auth !== 'loading') return;
  const user = await currentUser();
  const place = document.querySelector<HTMLElement>('[data-island="account-menu"]');
  if (!user || !place) {
    delete root.auth;
    return;
  }
  if (visitorsOnly.includes(location.pathname)) {
    location.replace(nextPage(location.href));
    return;
  }
  place.dataset.props = JSON.stringify({ user });
  await wake(place);
  root.auth = 'member';
}

// Does not use session.ts: sharing it with the islands would move their code into every visitor's bundle.
async function currentUser(): Promise<CurrentUser | undefined> {
  const token = localStorage.getItem('token');
  if (!token) return undefined;
  try {
    const response = await fetch('/api/auth', { headers: { 'x-auth-token': token } });
    // Only a 401 invalidates the token; a server that is down does not.
    if (response.status === 401 && localStorage.getItem('token') === token) localStorage.removeItem('token');
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
