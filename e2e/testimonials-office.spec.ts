import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { doNotWaitForLoading, expect, moveTo, test } from './fixtures.ts';

const red = { r: 200, g: 30, b: 40 };
const blue = { r: 20, g: 60, b: 200 };

/** Left half red, right half blue: the color shows which square was cut. */
async function halves(width = 900, height = 600): Promise<Buffer> {
  const right = { create: { width: width / 2, height, channels: 3, background: blue } } as const;
  return sharp({ create: { width, height, channels: 3, background: red } })
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

const choose = (page: Page, buffer: Buffer, name = 'photo.png') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
const picture = (page: Page) => page.getByRole('group', { name: 'Image (optional)' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Crop image' });
const usingPicture = (page: Page) => dialog(page).getByRole('button', { name: 'Use image' });

async function shownPicture(page: Page): Promise<string> {
  const image = picture(page).locator('img');
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  return (await image.getAttribute('src')) ?? '';
}

async function chooseAndUse(page: Page, buffer: Buffer): Promise<string> {
  await choose(page, buffer);
  await usingPicture(page).click();
  await expect(dialog(page)).toBeHidden();
  return shownPicture(page);
}

async function middleOf(request: APIRequestContext, url: string): Promise<'red' | 'blue' | 'both'> {
  const body = await (await request.get(url)).body();
  const column = (left: number) =>
    sharp(body).extract({ left, top: 190, width: 1, height: 1 }).raw().toBuffer();
  const isRed = ([r = 0, , b = 0]: Buffer) => r > b;
  const [left, right] = [isRed(await column(100)), isRed(await column(284))];
  if (left !== right) return 'both';
  return left ? 'red' : 'blue';
}

async function make(
  request: APIRequestContext,
  token: string,
  name: string,
  image?: Buffer,
): Promise<string> {
  const headers = { 'x-auth-token': token };
  let image_id: string | null = null;
  if (image) {
    const multipart = { image: { name: 'photo.png', mimeType: 'image/png', buffer: image } };
    image_id = (await (await request.post('/api/testimonials/image', { headers, multipart })).json()).id;
  }
  const data = { name, testimonial: `Words of ${name}.`, image_id };
  return (await (await request.post('/api/testimonials', { headers, data })).json())._id;
}

/** Other tests share the server: these testimonials and their order are removed afterwards. */
const marker = 'Pat Picture';
test.afterEach(async ({ request }) => {
  const { token } = await (
    await request.post('/api/auth', {
      data: { email: 'admin@example.com', password: 'a password for tests' },
    })
  ).json();
  const headers = { 'x-auth-token': token };
  const all: { _id: string; name: string }[] = await (await request.get('/api/testimonials')).json();
  for (const { _id, name } of all) {
    if (name.startsWith(marker)) await request.delete(`/api/testimonials/${_id}`, { headers });
  }
  await request.put('/api/testimonials/order', { headers, data: { ids: [] } });
});

test('a testimonial with a photo, a license number and a rating is in the public carousel', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/dashboard/add-testimonial');
  await page.getByLabel('Name').fill(marker);
  await page.getByLabel('License number (optional)').fill('01234567');
  await page.getByRole('textbox', { name: 'Testimonial' }).fill('Seen with a face.');
  await page.getByLabel('Rating (optional)').selectOption('4 stars');
  await choose(page, await halves());
  await expect(dialog(page)).toBeVisible();
  await expectAccessible();
  await usingPicture(page).click();
  await expect(page.getByText('Image added')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const url = await shownPicture(page);
  // The message goes after 5 s, which a slow dashboard may take.
  await doNotWaitForLoading(page);
  await page.getByRole('button', { name: 'Add testimonial' }).click();
  await expect(page.getByText('Testimonail Created')).toBeVisible();
  await page.waitForURL('/dashboard');

  await page.goto('/dashboard/view-testimonials');
  const row = page.getByRole('row', { name: marker });
  await expect(row.getByRole('cell', { name: 'Administrator', exact: true })).toBeVisible();
  await expect(row.locator('source[type="image/avif"]')).toHaveAttribute('srcset', /96\.avif 96w/);

  // Otherwise the carousel would turn to the next slide.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const slide = page.getByRole('article').filter({ hasText: 'Seen with a face.' });
  await expect(slide.getByText('DRE #01234567')).toBeVisible();
  await expect(slide.getByRole('img', { name: 'Rated 4 of 5 stars' })).toBeVisible();
  const image = slide.locator('picture img');
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveJSProperty('complete', true);
  expect(await image.getAttribute('src')).toBe(url);
  expect(await image.evaluate((element: HTMLImageElement) => element.currentSrc)).toMatch(/\d+\.avif$/);
  await expect(image).toHaveAttribute('width', '56');
  await expect(image).toHaveAttribute('height', '56');
});

test('a picture is replaced and removed apart from the words', { tag: '@long' }, async ({
  page,
  request,
  signIn,
}) => {
  const token = await signIn();
  const id = await make(request, token, marker, await halves());
  await page.goto(`/dashboard/edit-testimonial/${id}`);
  const first = await shownPicture(page);
  await expect(picture(page).getByRole('button', { name: 'Choose image' })).toBeHidden();
  await choose(page, await halves(400, 400));
  await usingPicture(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(picture(page).locator('img')).not.toHaveAttribute('src', first);
  const second = await shownPicture(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('/dashboard');
  await expect(page.getByText('Testimonial Updated')).toBeVisible();
  const stored = async () => (await request.get(`/api/testimonials/${id}`)).json();
  expect(await stored()).toMatchObject({ image_url: second, testimonial: `Words of ${marker}.` });

  await page.goto(`/dashboard/edit-testimonial/${id}`);
  await picture(page).getByRole('button', { name: 'Remove image' }).click();
  await expect(picture(page).getByRole('button', { name: 'Choose image' })).toBeFocused();
  await expect(picture(page).locator('img')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('/dashboard');
  expect(await stored()).toMatchObject({ image_url: null, image_id: null });

  await page.goto('/dashboard/view-testimonials');
  await page.getByRole('button', { name: `Delete the testimonial of ${marker}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Testimonial Removed')).toBeVisible();
});

test('an uploaded picture, the middle unless one chooses, survives a reload before it is saved', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-testimonial');
  const url = await chooseAndUse(page, await halves());
  expect(await middleOf(request, url)).toBe('both');
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  expect(await shownPicture(page)).toBe(url);
  await page.getByRole('button', { name: 'Discard them' }).click();
  await expect(picture(page).locator('img')).toHaveCount(0);
});

test.describe('a file of a wrong kind', () => {
  const onlyThese = 'Only JPEG, PNG and WebP images are accepted';
  const cases = [
    { what: 'a text named as a photo', buffer: async () => Buffer.from('no photo'), says: onlyThese },
    { what: 'an empty file', buffer: async () => Buffer.alloc(0), says: onlyThese },
    {
      what: 'a GIF',
      buffer: async () =>
        sharp(await halves())
          .gif()
          .toBuffer(),
      says: onlyThese,
    },
    {
      what: 'a photo that is cut off',
      buffer: async () => (await halves()).subarray(0, 60),
      says: "We couldn't read this image. Choose another one",
    },
    {
      what: 'an enormous file',
      buffer: async () => Buffer.concat([await halves(), Buffer.alloc(25 * 1024 * 1024)]),
      says: 'The image is too large',
    },
  ];
  test('is named next to the field', { tag: '@long' }, async ({ page, signIn, expectAccessible }) => {
    await signIn();
    await page.goto('/dashboard/add-testimonial');
    for (const [index, { what, buffer, says }] of cases.entries())
      await test.step(what, async () => {
        await choose(page, await buffer(), 'photo.jpg');
        await expect(picture(page).getByRole('alert')).toHaveText(says);
        await expect(dialog(page)).toBeHidden();
        // The cases differ only in words.
        if (index === 0) await expectAccessible();
        await choose(page, await halves());
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(picture(page).getByRole('alert')).toHaveText('');
      });
  });

  test('by the server, is named in the dialog, where one tries again', { tag: '@long' }, async ({
    page,
    signIn,
    expectAccessible,
  }) => {
    await signIn();
    await page.goto('/dashboard/add-testimonial');
    const msg = 'The service is briefly unavailable, please try again';
    await page.route('**/api/testimonials/image', (route) =>
      route.fulfill({ status: 503, json: { msg, errors: [{ msg }] } }),
    );
    await choose(page, await halves());
    await usingPicture(page).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(msg);
    await expectAccessible();
    await page.unroute('**/api/testimonials/image');
    await page.route('**/api/testimonials/image', (route) => route.abort());
    await usingPicture(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached');
    await page.unroute('**/api/testimonials/image');
    await usingPicture(page).click();
    await expect(dialog(page)).toBeHidden();
    await shownPicture(page);
  });
});

test('the square is left with Escape, chosen with only the keyboard, and by dragging', {
  tag: '@long',
}, async ({ page, request, signIn }) => {
  await signIn();
  await page.goto('/dashboard/add-testimonial');
  await test.step('Escape, and nothing is uploaded', async () => {
    let uploads = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/testimonials/image')) uploads++;
    });
    await choose(page, await halves());
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(picture(page).locator('img')).toHaveCount(0);
    expect(uploads).toBe(0);
  });
  let blueOne = '';
  await test.step('the keyboard alone', async () => {
    await choose(page, await halves());
    await expect(dialog(page)).toBeVisible();
    const zoom = dialog(page).getByRole('slider', { name: 'Zoom' });
    const across = dialog(page).getByRole('slider', { name: 'Left to right' });
    const down = dialog(page).getByRole('slider', { name: 'Top to bottom' });
    await expect(zoom).toBeFocused();
    await expect(down).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    await expect(zoom).toHaveAttribute('aria-valuetext', '101 percent');
    await expect(down).toBeEnabled();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await expect(across).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await expect(down).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(usingPicture(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    blueOne = await shownPicture(page);
    expect(await middleOf(request, blueOne)).toBe('blue');
  });
  await test.step('dragging, in place of the one before', async () => {
    await choose(page, await halves());
    const area = dialog(page).getByRole('img', { name: 'Crop preview' });
    await dialog(page).getByRole('slider', { name: 'Zoom' }).fill('300');
    const box = await area.boundingBox();
    if (!box) throw new Error('The square is not shown');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 4 });
    await page.mouse.move(x + 220, y, { steps: 8 });
    await page.mouse.up();
    await usingPicture(page).click();
    await expect(dialog(page)).toBeHidden();
    await expect(picture(page).locator('img')).not.toHaveAttribute('src', blueOne);
    expect(await middleOf(request, await shownPicture(page))).toBe('red');
  });
});

test.describe('the order of the carousel', () => {
  const names = async (page: Page) =>
    (await page.getByRole('rowheader').allTextContents()).map((text) =>
      text.replace(/^[A-Z?]{1,2}(?=[A-Z])/, ''),
    );

  test('is changed with the keyboard, and the public page follows', async ({ page, request, signIn }) => {
    const token = await signIn();
    for (const name of ['C', 'B', 'A']) await make(request, token, `${marker} ${name}`);
    await page.goto('/dashboard/view-testimonials?size=all');
    const down = page.getByRole('button', { name: `Move ${marker} A down` });
    await expect(page.getByRole('button', { name: `Move ${marker} A up` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${marker} A is now at place 2 of`)).toBeAttached();
    await expect(down).toBeFocused();
    const saved = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok());
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${marker} A is now at place 3 of`)).toBeAttached();
    await expect(down).toBeFocused();
    await saved;
    await expect
      .poll(async () =>
        (await (await request.get('/api/testimonials?order=carousel')).json())
          .slice(0, 3)
          .map(({ name }: { name: string }) => name),
      )
      .toEqual([`${marker} B`, `${marker} C`, `${marker} A`]);
    await page.reload();
    await expect(page.getByRole('row', { name: `${marker} A` })).toBeVisible();
    expect((await names(page)).slice(0, 3).map((name) => name.slice(-1))).toEqual(['B', 'C', 'A']);
    await page.goto('/');
    const quotes = () => page.locator('#testimonials blockquote').allTextContents();
    // The carousel takes those after the first from a page of their own.
    await expect
      .poll(async () => (await quotes()).slice(0, 3).map((quote) => quote.trim()))
      .toEqual([`Words of ${marker} B.`, `Words of ${marker} C.`, `Words of ${marker} A.`]);
  });

  test('shows the page that the moved one is on', { tag: '@long' }, async ({ page, request, signIn }) => {
    const token = await signIn();
    for (let n = 6; n > 0; n--) await make(request, token, `${marker} ${n}`);
    await page.goto('/dashboard/view-testimonials?page=2');
    const up = page.getByRole('button', { name: `Move ${marker} 6 up` });
    await up.click();
    await expect(page).toHaveURL('/dashboard/view-testimonials');
    await expect(up).toBeFocused();
    await expect(page.getByRole('row')).toHaveCount(6);
  });

  test('that cannot be saved is shown as it is, with Retry', { tag: '@long' }, async ({
    page,
    request,
    signIn,
  }) => {
    const token = await signIn();
    for (const name of ['B', 'A']) await make(request, token, `${marker} ${name}`);
    await page.goto('/dashboard/view-testimonials?size=all');
    await page.route('**/api/testimonials/order', (route) => route.abort());
    await page.getByRole('button', { name: `Move ${marker} A down` }).click();
    await expect(page.getByRole('alert')).toContainText("We couldn't save the order. Try again.");
    await expect(page.getByRole('button', { name: `Move ${marker} A up` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.unroute('**/api/testimonials/order');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('button', { name: `Move ${marker} B up` })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByText("We couldn't save the order. Try again.")).toBeHidden();
  });

  test('is only offered where the list is in that order', { tag: '@long' }, async ({ page, signIn }) => {
    await signIn();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/dashboard/view-testimonials');
    const moves = page.getByRole('button', { name: /^Move / });
    await expect(moves.first()).toBeVisible();
    await page.getByRole('button', { name: 'Date' }).click();
    await expect(page).toHaveURL(/sort=-date/);
    await expect(moves).toHaveCount(0);
    await page.getByRole('button', { name: 'Carousel' }).click();
    await expect(moves.first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search testimonials' }).fill('sample');
    await expect(moves).toHaveCount(0);
  });
});

test('pictures are accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  request,
  signIn,
  expectAccessibleAt,
}) => {
  const id = await make(request, await signIn(), marker, await halves());
  await page.goto('/dashboard/view-testimonials');
  await expect(page.getByRole('row', { name: marker })).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await moveTo(page, `/dashboard/edit-testimonial/${id}`);
  await shownPicture(page);
  await expectAccessibleAt(1440, 390);
  await choose(page, await halves());
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleAt(1440, 390);
});
