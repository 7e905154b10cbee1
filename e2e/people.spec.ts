import { giveLicense } from './closings.ts';
import { expect, test } from './fixtures.ts';
import { newMember } from './members.ts';

test("a person's license is found with two clicks, on the one page of the person", async ({
  page,
  request,
  server,
  signIn,
  expectAccessibleAt,
}) => {
  const member = await newMember(request, server.dataDir);
  giveLicense(server.dataDir, member, '01773311');
  await signIn();
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  const theirs = palette.getByRole('group', { name: 'Members' }).getByRole('option');
  await palette.getByRole('combobox', { name: 'Search' }).fill('0177 3311');
  await expect(theirs.filter({ hasText: member.name })).toContainText('DRE #01773311');
  await palette.getByRole('combobox', { name: 'Search' }).fill(member.name);
  await theirs.filter({ hasText: member.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name);
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText('01773311');
  await expect(glance).toContainText(member.email);
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('User created');
  await expectAccessibleAt(390, 1440);
});
