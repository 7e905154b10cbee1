import { expect, moveTo, test } from './fixtures.ts';
import { beginWith, changeData, newMember } from './members.ts';

/** The entries that a right adds to the drawer, and screens behind it, by their headings. */
const areas = {
  recruiting: {
    column: 'recruiting',
    entries: ['Leads', 'Applications', 'Insights', 'Agreements'],
    screens: {
      '/dashboard/leads': 'Leads',
      '/dashboard/leads/today': 'Today',
      '/dashboard/leads/board': 'Board',
      '/dashboard/leads/settings': 'Lead settings',
      '/dashboard/applications': 'Applications',
      '/dashboard/insights': 'Insights',
      '/dashboard/admin/agreement/signed': 'Signed agreements',
      '/dashboard/admin/agreement/asks': 'Asked to sign again',
      '/dashboard/admin/agreement/versions': 'Versions',
    },
  },
  closings: {
    column: 'coordinator',
    entries: ['Closings'],
    screens: { '/dashboard/admin/closings': 'Closings', '/dashboard/admin/closings/list': 'All closings' },
  },
  compliance: {
    column: 'compliance',
    entries: ['Onboarding', 'Compliance'],
    screens: {
      '/dashboard/admin/compliance': 'Compliance',
      '/dashboard/admin/compliance/checks': 'License checks',
      '/dashboard/admin/compliance/licenses': 'Licenses',
      '/dashboard/admin/compliance/settings': 'Compliance settings',
      '/dashboard/admin/onboarding': 'Onboarding',
      '/dashboard/admin/onboarding/templates': 'Onboarding templates',
      '/dashboard/handbook/acknowledgements': 'Acknowledgements',
    },
  },
  content: { column: 'content', entries: [], screens: { '/dashboard/handbook': 'Edit handbook' } },
} as const;

const all = Object.values(areas);

for (const [right, { column, entries, screens }] of Object.entries(areas)) {
  // One stands for the others in every run: the server's tests have each right with each call.
  const tag = right === 'closings' ? [] : '@long';
  test(`the right to ${right} opens its screens and no others`, { tag }, async ({
    page,
    request,
    server,
  }) => {
    const { email, token } = await newMember(request, server.dataDir);
    const lastName = `Zq${right}`;
    const lead = { firstName: 'Ana', lastName, phone: '555-0100', email: `${lastName}@example.com` };
    expect((await request.post('/api/contact', { data: lead })).ok()).toBe(true);
    changeData(server.dataDir, `update users set ${column} = 1 where email = ?`, email);
    await beginWith(page, token);
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const drawer = page.getByRole('navigation', { name: 'Office' });
    for (const each of all.flatMap((area) => area.entries))
      await expect(drawer.getByRole('link', { name: new RegExp(`^${each}\\b`) })).toHaveCount(
        entries.some((entry) => entry === each) ? 1 : 0,
      );
    await expect(drawer.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
    const groups = drawer.locator('ul[aria-label]');
    await expect(groups.filter({ has: page.locator('li') })).toHaveCount(await groups.count());
    await expect(drawer.locator('ul[aria-label="System"]')).toHaveCount(0);
    for (const section of ['Today', 'The last 28 days'])
      await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toHaveCount(
        right === 'recruiting' ? 1 : 0,
      );
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    for (const each of all.flatMap((area) => area.entries)) {
      await palette.getByRole('combobox').fill(each);
      await expect(palette.getByRole('status')).toContainText(/result/i);
      await expect(
        palette.getByRole('option').filter({ has: page.getByText(each, { exact: true }) }),
      ).toHaveCount(entries.some((entry) => entry === each) ? 1 : 0);
    }
    const answered = page.waitForResponse((answer) => answer.url().includes(`/api/search?q=${lastName}`));
    await palette.getByRole('combobox').fill(lastName);
    await answered;
    await expect(palette.getByRole('status')).toContainText(/result|match/i);
    await expect(palette.getByRole('option').filter({ hasText: lastName })).toHaveCount(
      right === 'recruiting' ? 1 : 0,
    );
    await page.keyboard.press('Escape');
    for (const [path, heading] of Object.entries(screens)) {
      await moveTo(page, path);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    const closed = all.flatMap((area) => (area.column === column ? [] : Object.keys(area.screens)));
    for (const path of [...closed, '/dashboard/admin', '/dashboard/admin/site', '/dashboard/admin/audit']) {
      // Another heading first: one that is there already says nothing about this address. This screen asks for little.
      await moveTo(page, '/dashboard/change-password');
      await expect(page.getByRole('heading', { level: 1, name: 'Change password' })).toBeVisible();
      await moveTo(page, path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' }), path).toBeVisible();
    }
    expect(refused).toEqual([]);
  });
}

test('an admin gives a right in the form, and chooses who approves and signs', async ({
  page,
  request,
  server,
  signIn,
}) => {
  const { name, email } = await newMember(request, server.dataDir);
  await signIn();
  await page.goto('/dashboard/admin');
  await test.step('the list shows the right', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill(email);
    // The other rows leave as the search settles, and take an open menu with them.
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('row', { name }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Compliance').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('row', { name })).toContainText('Compliance');
  });

  changeData(server.dataDir, 'update users set coordinator = 1, recruiting = 1 where email = ?', email);
  await test.step('who is no admin approves in no capacity that an admin has not chosen', async () => {
    await moveTo(page, '/dashboard/admin/closings/settings');
    await page.getByLabel('Add someone').fill(email);
    await page.getByRole('list', { name: 'People found' }).getByRole('button', { name }).click();
    const capacity = page.getByLabel(`${name} signs as`);
    await expect(capacity).toHaveValue('');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(capacity).toHaveAttribute('aria-invalid', 'true');
    await expect(capacity).toBeFocused();
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  });

  await test.step('and signs agreements in none', async () => {
    await moveTo(page, '/dashboard/admin/agreement/settings');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const person = page.getByRole('group', { name: /^Person \d+$/ }).last();
    await person.getByLabel('Account').selectOption({ label: name });
    await expect(person.getByLabel('Signs as')).toHaveValue('authorized');
  });
});
