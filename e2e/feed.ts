import type { APIRequestContext, Page } from '@playwright/test';
import { admin, expect } from './fixtures.ts';

let made = 0;
/** A text unique among all tests on this server. */
export const newText = (about = 'Open house') => `${about} ${++made}-${Date.now()}`;

export async function adminToken(request: APIRequestContext): Promise<string> {
  return (await (await request.post('/api/auth', { data: admin })).json()).token;
}

async function call(request: APIRequestContext, token: string, method: string, path: string, data?: object) {
  const options = { method, headers: { 'x-auth-token': token }, ...(data && { data }) };
  const answer = await request.fetch(`/api/posts${path}`, options);
  expect(answer.ok()).toBe(true);
  return answer.json();
}

export const postsOf = (request: APIRequestContext, token: string) => ({
  write: async (text: string): Promise<string> => (await call(request, token, 'POST', '', { text }))._id,
  edit: (id: string, text: string) => call(request, token, 'PATCH', `/${id}`, { text }),
  remove: (id: string) => call(request, token, 'DELETE', `/${id}`),
  like: (id: string) => call(request, token, 'PUT', `/like/${id}`),
  unlike: (id: string) => call(request, token, 'PUT', `/unlike/${id}`),
  pin: (id: string) => call(request, token, 'PUT', `/pin/${id}`),
  unpin: (id: string) => call(request, token, 'DELETE', `/pin/${id}`),
  comment: (id: string, text: string) => call(request, token, 'POST', `/comment/${id}`, { text }),
  removeComment: (id: string, comment: string) => call(request, token, 'DELETE', `/comment/${id}/${comment}`),
  read: (id: string) => call(request, token, 'GET', `/${id}`),
});

export const composer = (page: Page) => page.getByLabel('Say Something...');
export const feed = (page: Page) => page.getByRole('list', { name: 'Latest posts' });
export const announcements = (page: Page) => page.getByRole('list', { name: 'Announcements' });
export const post = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('paragraph').filter({ hasText: text }) });
export const likeOf = (page: Page, text: string) => post(page, text).getByRole('button', { name: /^Like/ });
export const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const comments = (page: Page) => page.getByRole('list', { name: /^Comments/ }).getByRole('listitem');
