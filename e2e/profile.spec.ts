import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { alerted, button, expect, expectToFit, moveTo, said, test } from './fixtures.ts';
import { beginWith, goOnAs, type Member, newMember } from './members.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const social = (page: Page) => button(page, 'Add Social Network Links');

/** Signs the browser in as a new member; with a profile if its fields are given. */
async function arrive(
  page: Page,
  request: APIRequestContext,
  dataDir: string,
  profile?: object,
): Promise<Member & { id: string }> {
  const member = await newMember(request, dataDir);
  await beginWith(page, member.token);
  if (profile) await save(request, member, profile);
  const headers = { 'x-auth-token': member.token };
  return { ...member, id: (await (await request.get('/api/auth', { headers })).json())._id };
}

async function save(request: APIRequestContext, { token }: Member, fields: object): Promise<void> {
  const data = { status: 'Real Estate Agent', skills: 'Listings, Probate', ...fields };
  const answer = await request.post('/api/profile', { headers: { 'x-auth-token': token }, data });
  expect(answer.status()).toBe(200);
}

const saved = async (request: APIRequestContext, { token }: Member) =>
  (await request.get('/api/profile/me', { headers: { 'x-auth-token': token } })).json();

const add = (request: APIRequestContext, { token }: Member, kind: 'experience' | 'education', data: object) =>
  request.put(`/api/profile/${kind}`, { headers: { 'x-auth-token': token }, data });

test.describe('creating a profile', () => {
  test('saves what was filled in and goes to the dashboard, which leads to the experience', async ({
    page,
    request,
    server,
  }) => {
    await test.step('visitors are sent to the public home page', async () => {
      for (const path of [
        '/create-profile',
        '/edit-profile',
        '/add-experience',
        '/add-education',
        '/profile/me',
      ]) {
        await page.goto(path);
        await page.waitForURL('/');
      }
    });
    const member = await newMember(request, server.dataDir);
    await goOnAs(page, member.token, '/dashboard');
    await test.step('the profile', async () => {
      await page.getByRole('link', { name: /^Create your profile/ }).click();
      await expect(heading(page, 'Create your profile')).toBeVisible();
      await expect(field(page, 'Professional status').locator('option').first()).toHaveText(
        '* Select Professional Status',
      );
      await field(page, 'Professional status').selectOption('Instructor or Teacher');
      await field(page, 'Company').fill('Homequest');
      await field(page, 'Website').fill('example.com');
      await field(page, 'Location').fill('Pasadena, CA');
      await field(page, 'Skills').fill('Listings, Probate ,Listings');
      await field(page, 'About you').fill('Two\nlines');
      await expect(field(page, 'LinkedIn')).toBeHidden();
      await expect(field(page, 'GitHub username')).toBeHidden();
      await social(page).click();
      await expect(field(page, 'GitHub username')).toBeVisible();
      await field(page, 'LinkedIn').fill('linkedin.com/in/robin');
      await field(page, 'Service areas').fill('Pasadena, Altadena');
      await field(page, 'Languages').fill('English, Spanish');
      await field(page, 'DRE license number').fill('01234567');
      await field(page, 'Phone').fill('(626) 555-0142');
      await field(page, 'Show my phone number to members').check();
      await field(page, 'Show my license number to members').uncheck();
      await button(page, 'Create profile').click();
      await page.waitForURL('/dashboard');
      await expect(said(page, 'Profile Created')).toBeVisible();
      await expect(page.getByRole('link', { name: /^Edit your profile/ })).toBeVisible();
      expect(await saved(request, member)).toMatchObject({
        status: 'Instructor',
        company: 'Homequest',
        website: 'https://example.com',
        location: 'Pasadena, CA',
        skills: ['Listings', 'Probate'],
        bio: 'Two\nlines',
        social: { linkedin: 'https://linkedin.com/in/robin' },
        serviceAreas: ['Pasadena', 'Altadena'],
        languages: ['English', 'Spanish'],
        license: '01234567',
        phone: '(626) 555-0142',
        visible: { email: false, phone: true, license: false },
        hidden: false,
      });
    });
    await test.step('experience is added, a current one without an end', async () => {
      await page.getByRole('link', { name: /^Add your experience/ }).click();
      await button(page, 'Add experience').click();
      await expect(field(page, 'Job title')).toBeFocused();
      await expect(field(page, 'Job title')).toHaveAccessibleDescription('Title is required');
      await expect(field(page, 'Company')).toHaveAccessibleDescription('Company is required');
      await field(page, 'Job title').fill('Agent');
      await field(page, 'Company').fill('Homequest');
      await field(page, 'Location').fill('Pasadena');
      await field(page, 'From Date').fill('2019-05-01');
      await field(page, 'To Date').fill('2020-01-01');
      await expect(field(page, 'To Date')).toBeEnabled();
      await field(page, 'Current job').check();
      await expect(field(page, 'To Date')).toBeDisabled();
      await field(page, 'Description').fill('Listings and leases.');
      await button(page, 'Add experience').click();
      await page.waitForURL('/dashboard');
      await expect(said(page, 'Experience Added')).toBeVisible();
      expect((await saved(request, member)).experience).toMatchObject([
        {
          title: 'Agent',
          company: 'Homequest',
          location: 'Pasadena',
          from: '2019-05-01',
          to: null,
          current: true,
          description: 'Listings and leases.',
        },
      ]);
      await moveTo(page, '/profile/me');
      await expect(page.getByRole('region', { name: 'Experience' })).toContainText('2019/05/01 – Now');
    });
    await moveTo(page, '/create-profile');
    await page.waitForURL('/edit-profile');
  });

  test('is rejected with every message, also of a wrong link behind the button; the input stays, and it goes on when the server is back', async ({
    page,
    request,
    server,
  }) => {
    await arrive(page, request, server.dataDir);
    await page.goto('/create-profile');
    await field(page, 'Company').fill('Homequest');
    await field(page, 'DRE license number').fill('123');
    await button(page, 'Create profile').click();
    for (const message of ['Status is required', 'Skills is required', 'License must be 8 digits']) {
      await expect(alerted(page, message)).toBeVisible();
    }
    await expect(page.getByRole('alert').getByText('Status is not known')).toHaveCount(0);
    await expect(field(page, 'Professional status')).toBeFocused();
    await expect(field(page, 'Professional status')).toHaveAccessibleDescription(/Status is required/);
    await expect(field(page, 'Skills')).toHaveAccessibleDescription(/Skills is required/);
    await expect(field(page, 'Company')).toHaveValue('Homequest');
    await expect(page).toHaveURL('/create-profile');

    await field(page, 'DRE license number').fill('');
    await field(page, 'Professional status').selectOption('Team Lead');
    await field(page, 'Skills').fill('Leases');
    await expect(social(page)).toHaveAttribute('aria-expanded', 'false');
    await social(page).click();
    await field(page, 'YouTube').fill('javascript:alert(1)');
    await social(page).click();
    await expect(field(page, 'YouTube')).toBeHidden();
    await button(page, 'Create profile').click();
    const message = 'YouTube must be a web address starting with https:// or http://';
    await expect(alerted(page, message)).toBeVisible();
    await expect(field(page, 'YouTube')).toHaveAccessibleDescription(message);
    await field(page, 'YouTube').fill('youtube.com/@robin');

    await page.route('**/api/profile', (route) => route.abort());
    await button(page, 'Create profile').click();
    await expect(alerted(page, "We couldn't save your profile.")).toBeVisible();
    await page.unroute('**/api/profile');
    await button(page, 'Retry').click();
    await page.waitForURL('/dashboard');
    await expect(said(page, 'Profile Created')).toBeVisible();
  });

  test('begun and left by accident is there again', { tag: '@long' }, async ({ page, request, server }) => {
    await arrive(page, request, server.dataDir);
    await page.goto('/create-profile');
    await field(page, 'Skills').fill('Open houses');
    await field(page, 'Hide me from the member directory').check();
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
    await expect(field(page, 'Skills')).toHaveValue('Open houses');
    await expect(field(page, 'Hide me from the member directory')).toBeChecked();
    await page.getByRole('link', { name: 'Go Back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('/dashboard');
  });
});

test.describe('editing a profile', () => {
  test('begins with what is saved; removes experience and education, and sets a picture', async ({
    page,
    request,
    server,
  }) => {
    const member = await arrive(page, request, server.dataDir, {
      company: 'Homequest',
      website: 'https://example.com',
      twitter: 'x.com/robin',
      bio: 'About me',
      visible: { email: true },
    });
    await page.goto('/edit-profile');
    await test.step('it begins with what is saved', async () => {
      await expect(field(page, 'Professional status')).toHaveValue('Real Estate Agent');
      await expect(field(page, 'Company')).toHaveValue('Homequest');
      await expect(field(page, 'Skills')).toHaveValue('Listings, Probate');
      await expect(field(page, 'Website')).toHaveAccessibleDescription(/add https:\/\//);
      await expect(field(page, 'Twitter')).toHaveValue('https://x.com/robin');
      await expect(field(page, 'Show my email address to members')).toBeChecked();
      await field(page, 'Twitter').fill('');
      await field(page, 'Company').fill('');
      await field(page, 'Show my email address to members').uncheck();
      await button(page, 'Save profile').click();
      await page.waitForURL('/profile/me');
      await expect(said(page, 'Profile Updated')).toBeVisible();
      await expect(heading(page, member.name)).toBeVisible();
      expect(await saved(request, member)).toMatchObject({
        company: '',
        bio: 'About me',
        social: {},
        visible: { email: false },
      });
    });
    await test.step('experience and education are removed, after a question by name', async () => {
      for (const title of ['First', 'Second']) {
        await add(request, member, 'experience', { title, company: 'Acme' });
      }
      await add(request, member, 'education', { school: 'Cal State', degree: 'BA' });
      await moveTo(page, '/edit-profile');
      await field(page, 'Company').fill('Typed before');
      const experience = page.getByRole('region', { name: 'Experience' });
      await button(page, 'Delete Second, Acme').click();
      const dialog = page.getByRole('alertdialog', { name: 'Delete “Second, Acme”?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(experience.getByRole('listitem')).toHaveCount(2);
      await button(page, 'Delete Second, Acme').click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect(said(page, 'Experience Removed')).toBeVisible();
      await expect(experience.getByRole('listitem')).toHaveCount(1);
      await expect(button(page, 'Delete First, Acme')).toBeFocused();
      await button(page, 'Delete BA, Cal State').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(said(page, 'Education Removed')).toBeVisible();
      await expect(page.getByText('No education yet.')).toBeVisible();
      // The lists share the profile's version, but nothing in this form has changed.
      await expect(field(page, 'Company')).toHaveValue('Typed before');
      await button(page, 'Save profile').click();
      await page.waitForURL('/profile/me');
      expect(await saved(request, member)).toMatchObject({
        company: 'Typed before',
        experience: [{ title: 'First' }],
        education: [],
      });
    });
    await test.step('a picture is the member’s everywhere', async () => {
      await moveTo(page, '/edit-profile');
      const picture = page.getByRole('group', { name: 'Profile picture (optional)' });
      const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b5d57' } })
        .png()
        .toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await button(page, 'Use image').click();
      await expect(said(page, 'Image added')).toBeVisible();
      await expect(picture.locator('img')).toBeVisible();
      await button(page, 'Save profile').click();
      await page.waitForURL('/profile/me');
      const { image_id, user } = await saved(request, member);
      expect(user.avatar).toBe(`/images/${image_id}/192.jpg`);
      const inBar = page.getByRole('banner').locator('img[src^="/images/"]');
      await expect(inBar).toHaveAttribute('src', user.avatar);
      await page.reload();
      await expect(inBar).toHaveAttribute('src', user.avatar);
      await expect(page.getByRole('main').locator(`img[src*="${image_id}"]`)).toBeVisible();

      await moveTo(page, '/edit-profile');
      await picture.getByRole('button', { name: 'Remove image' }).click();
      await button(page, 'Save profile').click();
      await page.waitForURL('/profile/me');
      await expect(inBar).toHaveCount(0);
    });
  });

  test('shows both versions when it was saved elsewhere', { tag: '@long' }, async ({
    page,
    request,
    server,
  }) => {
    const member = await arrive(page, request, server.dataDir, { company: 'Before' });
    await page.goto('/edit-profile');
    await field(page, 'Company').fill('Mine');
    await save(request, member, { company: 'Theirs', location: 'Arcadia' });
    await button(page, 'Save profile').click();
    await expect(
      page.getByRole('heading', { name: 'Someone else saved while you were editing' }),
    ).toBeFocused();
    await expect(field(page, 'Location')).toHaveValue('Arcadia');
    await expect(field(page, 'Company')).toHaveValue('Mine');
    await button(page, 'Save profile').click();
    await page.waitForURL('/profile/me');
    expect(await saved(request, member)).toMatchObject({ company: 'Mine', location: 'Arcadia' });
  });

  test('keeps in the dialog what could not be removed', { tag: '@long' }, async ({
    page,
    request,
    server,
  }) => {
    const member = await arrive(page, request, server.dataDir, {});
    await add(request, member, 'experience', { title: 'Agent', company: 'Acme' });
    await page.goto('/edit-profile');
    await page.route('**/api/profile/experience/*', (route) => route.abort());
    await button(page, 'Delete Agent, Acme').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toContainText("We couldn't delete it. Try again.");
    await page.unroute('**/api/profile/experience/*');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(said(page, 'Experience Removed')).toBeVisible();
  });
});

test.describe('experience and education', () => {
  test('education is rejected with the server’s message, then added', { tag: '@long' }, async ({
    page,
    request,
    server,
  }) => {
    const member = await arrive(page, request, server.dataDir, {});
    await page.goto('/add-education');
    await field(page, 'School').fill('Cal State LA');
    await field(page, 'Degree or certificate').fill('BA');
    await field(page, 'Field of study').fill('Economics');
    await field(page, 'From Date').fill('2008-09-01');
    await field(page, 'To Date').fill('2004-06-01');
    await button(page, 'Add education').click();
    await expect(alerted(page, 'To Date must not be before From Date')).toBeVisible();
    await expect(field(page, 'To Date')).toBeFocused();
    await expect(field(page, 'To Date')).toHaveAccessibleDescription('To Date must not be before From Date');
    await expect(field(page, 'School')).toHaveValue('Cal State LA');
    await field(page, 'Current school').check();
    await expect(field(page, 'To Date')).toHaveAccessibleDescription('');
    await field(page, 'Current school').uncheck();
    await field(page, 'To Date').fill('2012-06-01');
    await button(page, 'Add education').click();
    await page.waitForURL('/dashboard');
    await expect(said(page, 'Education Added')).toBeVisible();
    expect((await saved(request, member)).education).toMatchObject([
      {
        school: 'Cal State LA',
        degree: 'BA',
        fieldofstudy: 'Economics',
        from: '2008-09-01',
        to: '2012-06-01',
      },
    ]);
  });

  test('begun and not saved are there again', { tag: '@long' }, async ({ page, request, server }) => {
    await arrive(page, request, server.dataDir, {});
    await page.goto('/add-experience');
    await field(page, 'Job title').fill('Agent');
    await field(page, 'Current job').check();
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(field(page, 'Job title')).toHaveValue('Agent');
    await expect(field(page, 'To Date')).toBeDisabled();
  });
});

test('a member without a profile sees what to do', { tag: '@long' }, async ({ page, request, server }) => {
  const member = await arrive(page, request, server.dataDir);
  for (const path of ['/edit-profile', '/add-experience', '/add-education', '/profile/me']) {
    await page.goto(path);
    await expect(page.getByText(/Create your profile first|You don't have a profile yet/)).toBeVisible();
    await page.getByRole('link', { name: 'Create profile' }).click();
    await expect(heading(page, 'Create your profile')).toBeVisible();
  }
  await page.goto(`/profile/${member.id}`);
  await expect(heading(page, member.name)).toBeVisible();
  await page.goto('/members');
  await expect(heading(page, 'Members')).toBeVisible();
});

test.describe('the page of a member', () => {
  const repository = (id: number) => ({
    id,
    name: `repository-${id}`,
    html_url: `https://github.com/robin/repository-${id}`,
    description: 'Code',
    stargazers_count: 2,
    watchers_count: 3,
    forks_count: 4,
  });

  test('shows others what its owner shows, and their newest posts', async ({ page, request, server }) => {
    const owner = await newMember(request, server.dataDir);
    await save(request, owner, {
      company: 'Homequest',
      website: 'https://example.com/robin/',
      bio: 'About me',
      phone: '(626) 555-0142',
      license: '01234567',
      linkedin: 'https://linkedin.com/in/robin',
      serviceAreas: 'Pasadena',
      languages: 'English',
      githubusername: 'robin',
    });
    await add(request, owner, 'education', { school: 'Cal State', degree: 'BA', from: '2004-09-01' });
    const headers = { 'x-auth-token': owner.token };
    await request.post('/api/posts', { headers, data: { text: 'Open house on Saturday' } });
    const { user } = await saved(request, owner);
    await page.route('**/api/profile/github/robin', (route) =>
      route.fulfill({ json: [1, 2, 3, 4, 5].map(repository) }),
    );
    await arrive(page, request, server.dataDir);
    await page.goto(`/profile/${user._id}`);
    await expect(heading(page, owner.name)).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('Real Estate Agent');
    await expect(main).toContainText('01234567');
    await expect(main).not.toContainText('555-0142');
    await expect(main).not.toContainText(owner.email);
    await expect(page.getByRole('link', { name: 'Edit profile' })).toBeHidden();
    const website = page.getByRole('link', { name: /^example.com\/robin/ });
    await expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    await expect(page.getByRole('link', { name: /^LinkedIn/ })).toHaveAttribute(
      'href',
      'https://linkedin.com/in/robin',
    );
    await expect(page.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText([
      'Listings',
      'Probate',
    ]);
    await expect(page.getByRole('region', { name: 'Education' })).toContainText('Since 2004/09/01');
    await expect(page.getByRole('region', { name: 'Experience' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'GitHub repositories' }).getByRole('listitem')).toHaveCount(
      5,
    );
    await expect(page.getByRole('region', { name: 'Newest posts' })).toContainText('Open house on Saturday');
  });

  test('that cannot be loaded offers Retry; has no repositories where they cannot be had', {
    tag: '@long',
  }, async ({ page, request, server }) => {
    const member = await arrive(page, request, server.dataDir, { githubusername: 'robin' });
    await page.route('**/api/profile/user/*', (route) => route.abort());
    await page.route('**/api/profile/github/robin', (route) =>
      route.fulfill({ status: 404, json: { msg: 'Github profile not found', errors: [] } }),
    );
    const answered = page.waitForResponse('**/api/profile/github/robin');
    await page.goto('/profile/me');
    await expect(alerted(page, "We couldn't load the details.")).toBeVisible();
    await page.unroute('**/api/profile/user/*');
    await button(page, 'Retry').click();
    await expect(heading(page, member.name)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
    await answered;
    await expect(page.getByRole('region', { name: 'Skills' })).toBeVisible();
    await expect(page.getByText(/GitHub/)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('of a member without a profile, or of an unknown user, says so', { tag: '@long' }, async ({
    page,
    request,
    server,
  }) => {
    const other = await newMember(request, server.dataDir);
    const headers = { 'x-auth-token': other.token };
    const { user } = await (
      await request.post('/api/posts', { headers, data: { text: 'Hello from somebody' } })
    ).json();
    await arrive(page, request, server.dataDir);
    await page.goto(`/profile/${user}`);
    await expect(heading(page, other.name)).toBeVisible();
    await expect(page.getByText('This member has no profile')).toBeVisible();
    await expect(page.getByText('Hello from somebody')).toBeVisible();
    await page.goto('/profile/nonsense');
    await expect(page.getByText('This member has no profile')).toBeVisible();
    await page.getByRole('link', { name: 'All members' }).click();
    await expect(heading(page, 'Members')).toBeFocused();
  });

  test('shows any text as text, and breaks at 320 px no more than it must', async ({
    page,
    request,
    server,
  }) => {
    const member = await arrive(page, request, server.dataDir, {
      skills: ['<script>alert(1)</script>', '🏠', 'S'.repeat(50), 'عقارات'],
      company: '"><img src=x onerror=alert(1)>',
      location: 'L'.repeat(100),
      website: `https://example.com/${'p'.repeat(2000)}`,
      bio: `<b>bold</b> مرحبا ${'B'.repeat(1900)}`,
      serviceAreas: 'A'.repeat(50),
    });
    await add(request, member, 'experience', {
      title: 'T'.repeat(100),
      company: 'C'.repeat(100),
      description: 'D'.repeat(2000),
    });
    const headers = { 'x-auth-token': member.token };
    await request.post('/api/posts', { headers, data: { text: 'P'.repeat(5000) } });
    page.on('dialog', () => {
      throw new Error('Text was run as script');
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/profile/me');
    for (const path of ['/profile/me', '/edit-profile', '/members'])
      await test.step(path, async () => {
        await moveTo(page, path);
        if (path === '/edit-profile') await expect(field(page, 'Company')).toHaveValue(/onerror/);
        else await expect(page.getByText('"><img src=x onerror=alert(1)>').first()).toBeVisible();
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await expectToFit(page);
        }
      });
    await moveTo(page, '/profile/me');
    await expect(page.getByText('<b>bold</b>')).toBeVisible();
    await expect(page.getByRole('main').locator('b, script')).toHaveCount(0);
  });
});

test('profiles are accessible at 1440 and 390 px', { tag: '@long' }, async ({
  page,
  request,
  server,
  expectAccessibleAt,
}) => {
  const member = await arrive(page, request, server.dataDir);
  await page.goto('/add-experience');
  await expect(page.getByRole('link', { name: 'Create profile' })).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await moveTo(page, '/create-profile');
  await social(page).click();
  await button(page, 'Create profile').click();
  await expect(alerted(page, 'Status is required')).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await save(request, member, {
    company: 'Homequest',
    phone: '555',
    visible: { phone: true, email: true },
    website: 'example.com',
    bio: 'About',
    linkedin: 'linkedin.com/in/a',
  });
  await add(request, member, 'experience', { title: 'Agent', company: 'Acme', from: '2019-01-01' });
  await page.goto('/profile/me');
  await expect(page.getByRole('region', { name: 'Experience' })).toBeVisible();
  await expectAccessibleAt(1440, 390);
  await moveTo(page, '/add-education');
  await field(page, 'Current school').check();
  await button(page, 'Add education').click();
  await expect(field(page, 'School')).toBeFocused();
  await expectAccessibleAt(1440, 390);
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/edit-profile');
  await button(page, 'Delete Agent, Acme').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleAt(1440, 390);
});
