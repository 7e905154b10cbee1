import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

test('every screen of the office opens, and none does what the content security policy forbids', async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const headers = { 'x-auth-token': await signIn() };
  /** Of the first in a list of the sample content. */
  const idOf = async (address: string): Promise<string> => {
    const [first] = await (await request.get(address, { headers })).json();
    return first._id;
  };
  const own = (await (await request.get('/api/auth', { headers })).json())._id;
  const ids: Record<string, string> = {
    '/dashboard/edit-article/:id': await idOf('/api/articles/all'),
    '/dashboard/edit-testimonial/:id': await idOf('/api/testimonials'),
    '/dashboard/leads/:id': await idOf('/api/leads'),
    '/dashboard/admin/outbox/:id': unknown,
    '/posts/:id': await idOf('/api/posts'),
    '/dashboard/admin/outbox/texts/:kind': 'invitation',
  };
  ids['/dashboard/preview-article/:id'] = ids['/dashboard/edit-article/:id'] ?? '';
  ids['/dashboard/article-versions/:id'] = ids['/dashboard/edit-article/:id'] ?? '';

  const source = await readFile('src/web/office/routes.tsx', 'utf8');
  const paths = [...source.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(50);
  await page.goto('/members');
  const heading = page.locator('h1:not([data-seen])');
  for (const path of paths) {
    const address = path.replace(/:(\w+)/, (_, name) => ids[path] ?? (name === 'userId' ? own : unknown));
    await expect(heading, path).toBeVisible();
    await heading.evaluate((element) => {
      element.dataset.seen = '';
    });
    // As the browser's own buttons do: the office goes on without being loaded anew.
    await page.evaluate((to) => {
      history.pushState({ usr: null, key: to, idx: history.state.idx + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(heading, address).toBeVisible();
  }
});
