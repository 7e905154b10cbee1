import type { Locator, Page } from '@playwright/test';
import { amountExamples, percentExamples } from '../src/shared/fees/amount-examples.ts';
import { formatAmount, unreadAmount, unreadPercent } from '../src/shared/money.ts';
import { expect, expectToFit, test } from './fixtures.ts';

const slip = (page: Page) => page.getByRole('form', { name: 'Closing statement' });
const calculator = (page: Page) => page.getByRole('form', { name: 'Commission calculator' });
const carousel = (page: Page) => page.getByRole('region', { name: 'Testimonials' });

const amount = (statement: Locator, label: string) =>
  statement
    .locator('dl > div')
    .filter({ has: statement.page().locator('dt', { hasText: new RegExp(`^${label}`) }) })
    .locator('dd');

async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

// A server of its own: the tests count the sample testimonials, and other files add some.
test.use({ settings: { BROKERAGE_NAME: 'Homequest' } });

test.describe('hero', () => {
  test('names the MLS associations, computes the closing statement while one types, and leads on', async ({
    page,
  }) => {
    await page.goto('/');
    await test.step('it names the associations at every width, above the slip on a phone', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep the whole commission.');
      await expect(page.getByRole('link', { name: 'Learn More about joining Homequest' })).toHaveAttribute(
        'href',
        '/contact',
      );
      await expect(page.locator('#home').getByText('MLS associations')).toHaveText([
        'Member of over 20 MLS associations in California',
        'MLS associations in California',
      ]);
      const shown = page.locator('#home').getByText('MLS associations').filter({ visible: true });
      await expect(shown).toHaveText('MLS associations in California');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(shown).toHaveText('Member of over 20 MLS associations in California');
      await expect(amount(slip(page), 'You keep')).toBeInViewport();
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('it computes, and says what is wrong with an input without nonsense', async () => {
      await expect(amount(slip(page), 'You keep')).toHaveText('$20,650');
      await slip(page).getByLabel('Sale price').fill('999,999.99');
      await expect(amount(slip(page), 'E&O insurance')).toHaveText('−$125');
      await expect(amount(slip(page), 'You keep')).toHaveText('$24,400');
      // Exactly a million is in the upper tier: 5% of $25,000 exceeds $100 per $100,000, and E&O is included.
      await slip(page).getByLabel('Sale price').fill('1000000');
      await expect(amount(slip(page), 'Transaction fee')).toHaveText('−$1,250');
      await expect(slip(page).getByText('E&O insurance')).toHaveCount(0);
      await expect(amount(slip(page), 'You keep')).toHaveText('$23,750');
      await expect(slip(page).getByRole('status')).toHaveText(
        'On a 70/30 split you would keep $17,500. That is $6,250 less.',
      );

      const price = slip(page).getByLabel('Sale price');
      await price.fill('a lot');
      await expect(price).toHaveAccessibleDescription(unreadAmount);
      await expect(price).toHaveAttribute('aria-invalid', 'true');
      await expect(slip(page)).not.toContainText('NaN');
      await price.fill('');
      await expect(price).toHaveAttribute('aria-invalid', 'true');
      await price.fill('900000');
      await price.blur();
      await expect(price).toHaveValue('900,000');
      await expect(price).not.toHaveAttribute('aria-invalid');
      await expect(amount(slip(page), 'You keep')).toHaveText('$21,900');
    });
    await test.step('it hands its figures to the full calculator', async () => {
      await slip(page).getByLabel('Sale price').fill('1200000');
      await expect(amount(slip(page), 'Gross commission')).toHaveText('$30,000');
      await slip(page).getByRole('link', { name: 'Leases, referrals, options and a whole year' }).click();
      await expect(calculator(page).getByLabel('Sale price')).toHaveValue('1,200,000');
      await expect(calculator(page).getByLabel('Sale price')).toBeInViewport();
    });
    await test.step('it leads to the contact page', async () => {
      await page.locator('#home').getByRole('link', { name: 'Get Started' }).click();
      await expect(page).toHaveURL(/\/contact$/);
    });
  });

  test('keeps what was typed before its script came', { tag: '@long' }, async ({ page }) => {
    const release = await holdScript(page, 'ClosingSlip');
    await page.goto('/');
    await slip(page).getByLabel('Sale price').fill('2,000,000');
    await expect(amount(slip(page), 'You keep')).toHaveText('$20,650');
    release();
    await expect(amount(slip(page), 'You keep')).toHaveText('$47,500');
    await expect(slip(page).getByLabel('Sale price')).toHaveValue('2,000,000');
    await expect(calculator(page).getByLabel('Sale price')).toHaveValue('2,000,000');
    await expect(page).toHaveURL(/\?price=2000000$/);
  });
});

test.describe('calculator', () => {
  const one = (page: Page) => calculator(page).getByRole('region', { name: 'One transaction' });
  const year = (page: Page) => calculator(page).getByRole('region', { name: /^A year of/ });

  test('compares with a split brokerage, knows leases and referrals, and marks what it cannot read', async ({
    page,
  }) => {
    await page.goto('/');
    await test.step('it compares a transaction and a year with a split brokerage', async () => {
      await calculator(page).getByLabel('Sale price').fill('1,000,000');
      await calculator(page).getByLabel('Transaction coordinator, $500').check();
      await calculator(page).getByLabel('Short sale processing').check();
      await calculator(page).getByLabel('In-house escrow').check();
      await calculator(page).getByLabel('Annual cap').fill('20,000');
      await calculator(page).getByLabel('Monthly fee').fill('85');
      await calculator(page).getByLabel('Transactions per year').fill('10');
      // Here 25,000 - 1,250 - 500 - 795; there 25,000 less 30% (7,500).
      await expect(amount(one(page), 'You keep')).toHaveText(['$22,455', '$17,500']);
      await expect(amount(one(page), 'In-house escrow')).toHaveText('Contact the office');
      // Ten of them less $100; there less the cap of $20,000 and 12 x $85.
      await expect(amount(year(page), 'You keep')).toHaveText(['$224,450', '$228,980']);
      await expect(calculator(page)).toContainText('30% of the commission, at most $20,000 a year');
      await expect(calculator(page).getByRole('status').first()).toHaveText(
        'You keep $4,530 less here in a year.',
      );
    });
    await test.step('it knows leases and referrals, says which the office quotes, and marks each unreadable field', async () => {
      await calculator(page).getByLabel('Sale price').fill('850,000');
      await calculator(page).getByText('Lease', { exact: true }).click();
      await expect(calculator(page).getByLabel('Sale price')).toBeHidden();
      await calculator(page).getByRole('textbox', { name: 'Your commission' }).fill('1,400');
      await expect(amount(one(page), 'Transaction fee')).toHaveText('−$150');
      await calculator(page).getByText('Referral', { exact: true }).click();
      await expect(amount(one(page), 'Transaction fee')).toHaveText('−$399');
      await calculator(page).getByText('New construction referral').click();
      await expect(calculator(page).getByRole('link', { name: 'Contact the office' })).toBeVisible();
      await expect(one(page)).toHaveCount(0);
      await calculator(page).getByText('Commercial sale').click();
      await expect(amount(one(page), 'E&O insurance')).toHaveText('−$125');
      await expect(calculator(page).getByLabel('Sale price')).toHaveValue('850,000');

      await calculator(page).getByLabel('Your split').fill('170');
      await calculator(page).getByLabel('Transactions per year').fill('2.5');
      await expect(calculator(page).getByLabel('Your split')).toHaveAccessibleDescription(unreadPercent);
      await expect(calculator(page).getByLabel('Transactions per year')).toHaveAccessibleDescription(
        'Enter a whole number up to 1,000',
      );
      await expect(calculator(page).getByRole('status').first()).toHaveText(
        'Fix the highlighted field to see the figures.',
      );
      await expect(calculator(page)).not.toContainText('NaN');
    });
  });

  test('is stored in the address, copied, and restored from it', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    await calculator(page).getByLabel('Sale price').fill('1,350,000');
    await calculator(page).getByText('Dollar amount').click();
    await calculator(page).getByRole('textbox', { name: 'Your commission' }).fill('30,000');
    await calculator(page).getByLabel('Annual cap').fill('18,000');
    await calculator(page).getByLabel('In-house escrow').check();
    await expect(page).toHaveURL(
      '/?price=1350000&by=amount&commission=30000&escrow=yes&cap=18000#calculator',
    );
    await calculator(page).getByRole('button', { name: 'Copy link' }).click();
    await expect(calculator(page).getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const opened = await context.newPage();
    await opened.goto(link);
    await expect(calculator(opened).getByLabel('Sale price')).toHaveValue('1,350,000');
    await expect(calculator(opened).getByLabel('Annual cap')).toHaveValue('18,000');
    await expect(calculator(opened).getByLabel('In-house escrow')).toBeChecked();
    await expect(amount(one(opened), 'In-house escrow')).toHaveText('Contact the office');
    await expect(amount(one(opened), 'Gross commission').first()).toHaveText('$30,000');
    await expect(calculator(opened).getByLabel('Sale price')).toBeInViewport();
  });

  test('is counted once when it is used, and prints as one page', { tag: '@long' }, async ({ page }) => {
    const counted: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/visits/')) counted.push(new URL(request.url()).pathname);
    });
    await page.goto('/');
    const beacon = page.waitForRequest('**/api/visits/calculator');
    await calculator(page).getByLabel('Sale price').fill('1,350,000');
    expect((await beacon).method()).toBe('POST');
    await calculator(page).getByLabel('Annual cap').fill('18,000');
    await expect(page).toHaveURL('/?price=1350000&cap=18000#calculator');
    expect(counted).toEqual(['/api/visits/calculator']);
    await page.emulateMedia({ media: 'print' });
    await expect(amount(one(page), 'Gross commission').first()).toBeVisible();
    await expect(page.getByText(/DRE license \d{8}/)).toBeVisible();
    await expect(calculator(page).getByLabel('Sale price')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    const pdf = await page.pdf({ format: 'Letter' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  for (const asks of [true, false])
    test(`is ${asks ? 'not reported by' : 'reported by'} a browser that ${asks ? 'asks' : 'does not ask'} by Global Privacy Control`, {
      tag: '@long',
    }, async ({ page }) => {
      await page.addInitScript((asked) => {
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => asked });
        // Pretends that the page was fetched ahead.
        Object.defineProperty(PerformanceNavigationTiming.prototype, 'deliveryType', {
          get: () => 'navigational-prefetch',
        });
        const send = navigator.sendBeacon.bind(navigator);
        navigator.sendBeacon = (...given) => {
          const kept = JSON.parse(sessionStorage.getItem('beacons') ?? '[]');
          sessionStorage.setItem('beacons', JSON.stringify([...kept, String(given[0])]));
          return send(...given);
        };
      }, asks);
      await page.goto('/');
      await calculator(page).getByLabel('Sale price').fill('1,350,000');
      await expect(page.locator('[data-island="calculator"]')).toHaveAttribute('data-ready', '');
      await calculator(page).getByLabel('Annual cap').fill('18,000');
      await expect(page).toHaveURL('/?price=1350000&cap=18000#calculator');
      await page.goto('/contact');
      await page.getByLabel('First name').fill('Ana');
      await expect(page.locator('[data-island="contact-form"]')).toHaveAttribute('data-ready', '');
      await page.getByLabel('Last name').fill('Ortiz');
      await page.goto('/articles');
      await page.locator('html').click();
      const sent = await page.evaluate(() => JSON.parse(sessionStorage.getItem('beacons') ?? '[]'));
      const all = ['read', 'calculator', 'read', 'form', 'read'].map((event) => `/api/visits/${event}`);
      expect(sent).toEqual(asks ? [] : all);
    });

  test('opens an old or mangled link with what can be read of it', { tag: '@long' }, async ({ page }) => {
    await page.goto('/?price=1200000&rate=lots&type=spaceship&utm_source=mail#calculator');
    await expect(calculator(page).getByLabel('Sale price')).toHaveValue('1,200,000');
    await expect(amount(one(page), 'Gross commission').first()).toHaveText('$30,000');
  });

  test('reads amounts as people write them, refuses others by name and multiplies none', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/?price=21250,5#calculator');
    const price = calculator(page).getByLabel('Sale price');
    await expect(price).toHaveValue('21250,5');
    await expect(price).toHaveAccessibleDescription(unreadAmount);
    for (const { typed, amount: cents } of amountExamples) {
      await price.fill(typed);
      if (cents === undefined) await expect(price, typed).toHaveAccessibleDescription(unreadAmount);
      else await expect(price, typed).toHaveAccessibleDescription('');
      await price.blur();
      // A one-line field drops line breaks.
      await expect(price, typed).toHaveValue(cents === undefined ? typed : formatAmount(cents));
    }
    await price.fill('850,000');
    const rate = calculator(page).getByRole('textbox', { name: 'Your commission', exact: true });
    for (const { typed, rate: points } of percentExamples) {
      await rate.fill(typed);
      await expect(rate, typed).toHaveAccessibleDescription(points === undefined ? unreadPercent : '');
    }
  });

  test('prefers what was typed before its script came to what a link says', { tag: '@long' }, async ({
    page,
  }) => {
    const release = await holdScript(page, 'Calculator');
    await page.goto('/?price=1200000#calculator');
    await calculator(page).getByLabel('Sale price').fill('700000');
    await calculator(page).getByText('Copy link').click();
    release();
    await expect(amount(one(page), 'Gross commission').first()).toHaveText('$17,500');
    await expect(page).toHaveURL(/\?price=700000#calculator$/);
  });
});

test.describe('sections', () => {
  test('View More and Show More reveal and hide, before any script', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    const quota = page.getByRole('heading', { name: 'No sales quota' });
    await expect(quota).toBeHidden();
    await page.getByText('View More').click();
    await expect(quota).toBeVisible();
    await page.getByText('View Less').click();
    await expect(quota).toBeHidden();

    const commercial = page.getByRole('table', { name: 'Commercial sales' });
    await expect(commercial).toBeHidden();
    await page.getByText('Show More').click();
    await expect(commercial.getByRole('row')).toHaveCount(3);
    await expect(commercial).toContainText('$475 + $125 E&O');
    await page.getByText('Close', { exact: true }).click();
    await expect(commercial).toBeHidden();
  });

  test('the fee structure has every published figure, and tabs are worked by the keyboard', async ({
    page,
  }) => {
    await page.goto('/');
    const fee = (what: string) =>
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: what }) });
    await expect(fee('Residential sale under $1,000,000')).toContainText('$475 + $125 E&O');
    await expect(fee('Residential sale of $1,000,000 or more')).toContainText(
      'The greater of 5% of the total gross commission or $100 per $100,000 of the sales price, E&O included',
    );
    await expect(fee('Lease')).toContainText('The greater of $150 flat or 10% of the commission, per side');
    await expect(fee('Referral').first()).toContainText('The greater of $399 flat or 5% of the commission');
    await expect(fee('Annual or start-up fee')).toContainText('$100Due on joining');
    await expect(fee('Transaction coordinator')).toContainText('$500Optional, per transaction, per side');
    await expect(fee('Short sale processing')).toContainText('$795Non-refundable');
    await expect(fee('In-house escrow').getByRole('link', { name: 'Contact the office' })).toBeVisible();

    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    // The contract fixes the tab's name whatever the brokerage is called; the panel's text names no brokerage.
    await expect(page.getByRole('tabpanel', { name: 'Homequest' })).toContainText(
      "The members' area of this site: your profile",
    );
    await tab('Homequest').focus();
    await expect(page.locator('.tabs')).toHaveAttribute('data-ready');
    await page.keyboard.press('ArrowRight');
    await expect(tab('Requirements')).toBeFocused();
    await expect(tab('Requirements')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name: 'Requirements' })).toContainText(
      'California real estate license',
    );
    await page.keyboard.press('End');
    await expect(page.getByRole('tabpanel', { name: 'E&O Included' })).toContainText('$125');
    await page.keyboard.press('ArrowRight');
    await expect(tab('Homequest')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tab('E&O Included')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tab', { selected: false }).first()).not.toBeFocused();
  });

  test('a click on a tab before its script came is not lost', { tag: '@long' }, async ({ page }) => {
    const release = await holdScript(page, 'tabs');
    await page.goto('/');
    await page.getByRole('tab', { name: 'Requirements' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Homequest' })).toBeVisible();
    release();
    await expect(page.getByRole('tabpanel', { name: 'Requirements' })).toBeVisible();
  });

  test('keys on a tab before its script came are not lost', { tag: '@long' }, async ({ page }) => {
    const release = await holdScript(page, 'tabs');
    await page.goto('/');
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Homequest').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect(tab('Homequest')).toBeFocused();
    release();
    await expect(tab('Requirements')).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Requirements' })).toBeVisible();
  });
});

test.describe('testimonials', () => {
  const slide = (page: Page, number: number) =>
    carousel(page).getByRole('article', { name: `${number} of 8` });
  const button = (page: Page, name: string) => carousel(page).getByRole('button', { name });

  /** Opens the carousel with a paused clock, which the test advances. */
  async function openAtCarousel(page: Page): Promise<void> {
    await page.clock.install({ time: 0 });
    await page.goto('/');
    await page.clock.pauseAt(60_000);
    await page.mouse.move(2, 2);
    await carousel(page).scrollIntoViewIfNeeded();
    await expect(carousel(page)).toHaveAttribute('data-ready');
  }

  /** aria-live is off while it turns by itself, so that screen readers stay quiet. */
  const expectTurning = (page: Page, turning: boolean) =>
    expect(carousel(page).locator('[aria-live]')).toHaveAttribute('aria-live', turning ? 'off' : 'polite');

  const turnDurations = (page: Page) =>
    carousel(page).evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration),
    );

  test('turn every 3500 ms, a turn taking 1000 ms, round and round', { tag: '@long' }, async ({ page }) => {
    await openAtCarousel(page);
    await expectTurning(page, true);
    await expect(slide(page, 1)).toContainText('Real Estate Agent');
    await page.clock.runFor(3499);
    await expect(slide(page, 1)).toBeVisible();
    await expect(slide(page, 2)).toBeHidden();
    // The page's clock is ours, but not that of animations: a slow machine would come when they are over.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    await page.clock.runFor(1);
    expect(await turnDurations(page)).toEqual([1000, 1000]);
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect(slide(page, 2)).toBeVisible();
    await expect(slide(page, 1)).toBeHidden();
    await page.clock.runFor(7 * 3500);
    await expect(slide(page, 1)).toBeVisible();
    await expect(slide(page, 8)).toBeHidden();
  });

  test('stand still under the pointer, when paused and out of sight', { tag: '@long' }, async ({ page }) => {
    await openAtCarousel(page);
    await expectTurning(page, true);
    await slide(page, 1).hover();
    await expectTurning(page, false);
    await page.mouse.move(2, 2);
    await expectTurning(page, true);
    await button(page, 'Pause testimonials').click();
    await expectTurning(page, false);
    await page.clock.runFor(10_000);
    await expect(slide(page, 1)).toBeVisible();
    await button(page, 'Play testimonials').click();
    await expectTurning(page, true);
    await page.locator('#home').scrollIntoViewIfNeeded();
    await expectTurning(page, false);
  });

  test('are turned by hand, and the keyboard comes to Pause first', { tag: '@long' }, async ({ page }) => {
    await openAtCarousel(page);
    await page.getByRole('tab', { name: 'Homequest' }).focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Pause testimonials')).toBeFocused();
    await expectTurning(page, false);
    await button(page, 'Previous testimonial').click();
    await expect(slide(page, 8)).toBeVisible();
    await button(page, 'Next testimonial').click();
    await button(page, 'Next testimonial').click();
    await expect(slide(page, 2)).toBeVisible();
    await expect(carousel(page).getByRole('article')).toHaveCount(1);
  });

  test('do not turn by themselves under reduced motion', { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openAtCarousel(page);
    await expectTurning(page, false);
    await page.clock.runFor(10_000);
    await expect(slide(page, 1)).toBeVisible();
    await button(page, 'Next testimonial').click();
    await expect(slide(page, 2)).toBeVisible();
    expect(await turnDurations(page)).not.toContain(1000);
  });

  test('a long one is folded, and nothing moves when it comes', { tag: '@long' }, async ({ page }) => {
    await openAtCarousel(page);
    const height = await carousel(page).evaluate((element) => element.clientHeight);
    for (let turn = 0; turn < 8; turn++) {
      await button(page, 'Next testimonial').click();
      expect(await carousel(page).evaluate((element) => element.clientHeight)).toBe(height);
      if (await button(page, 'Read it all').isVisible()) break;
    }
    await button(page, 'Read it all').click();
    await expect(button(page, 'Show less')).toBeVisible();
    expect(await carousel(page).evaluate((element) => element.clientHeight)).toBeGreaterThan(height);
  });

  test('without any the section is gone, and a single one stands still', { tag: '@long' }, async ({
    page,
    request,
    signIn,
  }) => {
    const headers = { 'x-auth-token': await signIn() };
    const samples: { _id: string; name: string; testimonial: string }[] = await (
      await request.get('/api/testimonials')
    ).json();
    for (const { _id } of samples) await request.delete(`/api/testimonials/${_id}`, { headers });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Agents who made the switch' })).toHaveCount(0);
    await expect(page.locator('#testimonials')).toHaveCount(1);

    const testimonial = `Still **here**. ${'I keep what I earn, and I would not go back. '.repeat(20)}`;
    await request.post('/api/testimonials', { headers, data: { name: 'Only One', testimonial } });
    await page.reload();
    await expect(page.getByText('Only One')).toBeVisible();
    await expect(page.locator('#testimonials strong')).toHaveText('here');
    await expect(page.getByRole('button', { name: 'Pause testimonials' })).toHaveCount(0);
    const folded = await page
      .locator('blockquote')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(folded).toBe(0);

    const [only] = await (await request.get('/api/testimonials')).json();
    await request.delete(`/api/testimonials/${only._id}`, { headers });
    for (const sample of samples.reverse()) {
      const data = { name: sample.name, testimonial: sample.testimonial };
      await request.post('/api/testimonials', { headers, data });
    }
  });
});

test.describe('everybody', () => {
  test('reads all of it without JavaScript', async ({ browser, baseURL, request }) => {
    // Other files add some.
    const { length } = await (await request.get('/api/testimonials')).json();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const page = await context.newPage();
    await page.goto('/');
    await expect(slip(page)).toContainText('$20,650');
    await expect(page.locator('.site-nav svg').first()).toHaveCSS('width', '28px');
    await expect(page.getByLabel('Sale price').first()).toBeHidden();
    for (const heading of ['Homequest', 'Requirements', 'E&O Included']) {
      await expect(page.getByRole('heading', { level: 3, name: heading })).toBeVisible();
    }
    await page.getByText('Show More').click();
    await expect(page.getByRole('table', { name: 'Commercial sales' })).toBeVisible();
    await carousel(page)
      .getByRole('link', { name: `Read all ${length}` })
      .click();
    await expect(page.getByRole('article')).toHaveCount(length);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await context.close();
  });

  test('finds it accessible at 1440 and 390 px, with all opened and with errors', { tag: '@long' }, async ({
    page,
    expectAccessibleAt,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expectAccessibleAt(1440, 390);
    await page.getByText('View More').click();
    await page.getByText('Show More').click();
    await slip(page).getByLabel('Sale price').fill('a lot');
    await calculator(page).getByLabel('Your split').fill('');
    await expect(calculator(page)).toContainText('Fix the highlighted field to see the figures.');
    await page.getByRole('tab', { name: 'E&O Included' }).click();
    await expect(page.getByRole('tabpanel', { name: 'E&O Included' })).toBeVisible();
    await expectAccessibleAt(1440, 390);
  });

  test('needs no horizontal scrolling at 320, 390, 768 and 1024 px', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto('/');
    await page.getByText('View More').click();
    await page.getByText('Show More').click();
    await calculator(page).getByLabel('Sale price').fill('1000000000');
    await calculator(page).getByRole('textbox', { name: 'Your commission' }).fill('100');
    await calculator(page).getByLabel('Transactions per year').fill('1000');
    await expect(calculator(page)).toContainText('$1,000,000,000,000');
    for (const width of [320, 390, 768, 1024])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await expectToFit(page);
      });
  });

  test('sees nothing move while the page loads, which downloads no framework before turning to something that needs it', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shifted = Number(document.documentElement.dataset.shifted ?? 0);
          if ('value' in entry)
            document.documentElement.dataset.shifted = String(shifted + Number(entry.value));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await carousel(page).scrollIntoViewIfNeeded();
    await expect(carousel(page)).toHaveAttribute('data-ready');
    const shifted = await page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0));
    expect(shifted).toBeLessThanOrEqual(0.01);
    expect(scripts.filter((url) => /ClosingSlip|Calculator|mount/.test(url))).toEqual([]);
  });
});

test('the statement of the hero and the calculator are one: above, below, address and contact request', async ({
  page,
  request,
  signIn,
}) => {
  await page.goto('/');
  const slip = page.getByRole('form', { name: 'Closing statement' });
  const calculator = page.getByRole('form', { name: 'Commission calculator' });
  await slip.getByLabel('Sale price').fill('1,200,000');
  await expect(calculator.getByLabel('Sale price')).toHaveValue('1,200,000');
  await expect(page).toHaveURL(/\?price=1200000$/);
  await calculator.getByLabel('Sale price').fill('640,000');
  await expect(slip.getByLabel('Sale price')).toHaveValue('640,000');
  await calculator.getByLabel('Transactions per year').fill('7');
  await slip.getByLabel('Your commission').fill('2');
  await expect(calculator.getByLabel('Your commission').and(page.locator('[name=rate]'))).toHaveValue('2');
  await expect(calculator.getByLabel('Transactions per year')).toHaveValue('7');
  await expect(page).toHaveURL(/price=640000&rate=2&transactions=7/);

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await expect(shared.getByRole('form', { name: 'Closing statement' }).getByLabel('Sale price')).toHaveValue(
    '640,000',
  );
  await shared.close();

  await page.goto('/contact');
  const email = `one-${Date.now()}@example.com`;
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Figures');
  await page.getByLabel('Phone').fill('555-0100');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Email Sent!' })).toBeVisible();
  const headers = { 'x-auth-token': await signIn() };
  const [lead] = await (await request.get(`/api/leads?search=${email}`, { headers })).json();
  expect(lead.calculation.query).toBe('price=640000&rate=2&transactions=7');
});
