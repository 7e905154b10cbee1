import { expect, test } from './fixtures.ts';
import { screens } from './screens.ts';

test('every screen of the office opens, and none does what the content security policy forbids', async ({
  page,
  request,
  signIn,
}) => {
  test.slow();
  const addresses = await screens(request, await signIn());
  expect(addresses.length).toBeGreaterThan(50);
  await page.goto('/members');
  const heading = page.locator('h1:not([data-seen])');
  for (const address of addresses) {
    await expect(heading, address).toBeVisible();
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
