import { expect, moveTo, test } from './fixtures.ts';

test.use({ settings: { SAMPLE_CONTENT: 'off' }, contextOptions: { reducedMotion: 'reduce' } });

test('a new office sees what is left to set up, and what is done is ticked', async ({
  page,
  signIn,
  expectAccessibleAt,
}) => {
  await signIn();
  await page.goto('/dashboard');
  const setup = page.getByRole('region', { name: 'Set up your office' });
  await expect(setup.getByText('0 of 9 done')).toBeVisible();
  await expect(page.getByText("You're all caught up", { exact: false })).toBeHidden();
  await expectAccessibleAt(1440, 390);
  await setup.getByRole('link', { name: 'Check the deadlines for licenses and insurance' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.goBack();
  await expect(setup.getByText('1 of 9 done')).toBeVisible();
  await expect(setup.getByText('Check the deadlines for licenses and insurance: done')).toBeVisible();
  // Each other step leads to a page of its own.
  const links = await setup
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(links).size).toBe(8);
  for (const href of links) {
    await page.goto(href ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeHidden();
  }

  await test.step('the team is part of the step about the office, which says so when no one is shown', async () => {
    await moveTo(page, '/dashboard');
    await setup.getByRole('link', { name: 'Enter your name, license, phone number and team' }).click();
    await page.getByLabel('Legal name').fill('Dune Homes, Inc.');
    await page.getByLabel('DRE license').fill('07654321');
    await page.getByLabel('Phone').fill('(310) 555-0142');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Site saved')).toBeVisible();
    await moveTo(page, '/dashboard');
    await expect(
      setup.getByText(
        'Enter your name, license, phone number and team: done. The site shows no one of your team',
      ),
    ).toBeVisible();
    await expect(setup.getByText(/of 9 done$/)).toBeVisible();
    await expectAccessibleAt(1440, 390);
    await setup.getByRole('link', { name: 'Show your team' }).click();
    await expect(page.getByRole('tab', { name: 'Team' })).toBeVisible();
  });
});
