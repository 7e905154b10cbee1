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
    // This is what the browser's own buttons do: the office isn't reloaded.
    await page.evaluate((to) => {
      history.pushState({ usr: null, key: to, idx: history.state.idx + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(heading, address).toBeVisible();
  }
});
