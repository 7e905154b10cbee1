import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';

const unknown = '00000000-0000-4000-8000-000000000000';

/**
 * The address of each route of the office, with an id of the sample content where there is one.
 * @param made ids of what the sample content lacks, by route
 */
export async function screens(
  request: APIRequestContext,
  token: string,
  made: Record<string, string> = {},
): Promise<string[]> {
  const headers = { 'x-auth-token': token };
  const idOf = async (address: string): Promise<string> => {
    const [first] = await (await request.get(address, { headers })).json();
    return first._id;
  };
  const own = (await (await request.get('/api/auth', { headers })).json())._id;
  const article = await idOf('/api/articles/all');
  const ids: Record<string, string> = {
    '/dashboard/edit-article/:id': article,
    '/dashboard/preview-article/:id': article,
    '/dashboard/article-versions/:id': article,
    '/dashboard/edit-testimonial/:id': await idOf('/api/testimonials'),
    '/dashboard/leads/:id': await idOf('/api/leads'),
    '/posts/:id': await idOf('/api/posts'),
    '/dashboard/admin/outbox/texts/:kind': 'invitation',
    ...made,
  };
  const source = await readFile('src/web/office/routes.tsx', 'utf8');
  return (
    [...source.matchAll(/path: '(\/[^']*)'/g)]
      .map(([, path = '']) => path)
      // It leads on to /edit-profile: the sample content gives the admin a profile.
      .filter((path) => path !== '/create-profile')
      .map((path) => path.replace(/:(\w+)/, (_, name) => ids[path] ?? (name === 'userId' ? own : unknown)))
  );
}
