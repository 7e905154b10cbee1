import { describe, expect, it } from 'vitest';
import { noRights } from '../../../shared/users/rights.ts';
import { passwordChangedMail } from '../../features/auth/account-mails.ts';
import { applyLetter, questionLetter, reminderLetter } from '../../features/joining/joining-mails.ts';
import { defaultMailTexts } from '../../features/mail-texts/default-mail-texts.ts';
import { toLetter } from '../../features/mail-texts/render-mail-text.ts';
import { answeredMail } from '../../features/privacy/privacy-mails.ts';
import { adminRightsMail, emailChangedMail, rightsMail } from '../../features/users/user-mails.ts';
import { readConfig } from '../config.ts';
import { toMail } from './letter.ts';

const { brokerage } = readConfig({ BROKERAGE_NAME: 'Flat & Fee <Realty>' });
const link = 'https://flatfee.example/reset-password/new#abc-DEF_123';
const person = { name: "Ann O'Neil", email: 'ann@example.com', ...noRights, admin: true };

const letterOf = (kind: 'invitation' | 'reset') =>
  toLetter(defaultMailTexts[kind], { to: person, url: link }, brokerage);

const mails = {
  invitation: toMail(letterOf('invitation'), brokerage),
  reset: toMail(letterOf('reset'), brokerage),
  'password changed': passwordChangedMail(person, brokerage),
  'admin rights': adminRightsMail(person, brokerage),
  'email changed': emailChangedMail(person, brokerage),
  'invitation to apply': toMail(applyLetter(person, link, '2026-12-01', brokerage), brokerage),
  'reminder to apply': toMail(reminderLetter(person, link, '2026-12-01', brokerage), brokerage),
  'question to an applicant': toMail(questionLetter(person, 'Since when?', link, brokerage), brokerage),
};

describe.each(Object.entries(mails))('the mail: %s', (_name, { to, subject, text, html = '' }) => {
  it('goes to the person and speaks for the brokerage', () => {
    expect(to).toBe('ann@example.com');
    expect(subject).toContain('Flat & Fee <Realty>');
    for (const part of [
      brokerage.legalName,
      `DRE license ${brokerage.license}`,
      brokerage.address,
      brokerage.phone,
    ])
      expect(text).toContain(part);
  });

  it('shows what people typed as text, and nothing else as markup', () => {
    expect(text).toContain("Hello Ann O'Neil,");
    expect(html).toContain('Hello Ann O&#39;Neil,');
    expect(html).toContain('Flat &amp; Fee &lt;Realty&gt;');
    expect(html).not.toMatch(/<(img|script|link|iframe|svg)/i);
  });

  it('loads nothing from anywhere', () => {
    const markup = html.match(/<style>.*<\/style>|<[^>]*>/gs)?.join('') ?? '';
    expect(markup).toContain('<table');
    expect(markup).not.toMatch(/\ssrc=|url\(|@import|\sbackground=/i);
  });
});

describe.each([mails.invitation, mails.reset])('a mail with a link', ({ text, html = '' }) => {
  it('has it as text on a line of its own, and as a button with the address beside it', () => {
    expect(text.split('\n')).toContain(link);
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    expect(html).toContain(`>${link}</a>`);
  });
});

it('says in which direction the admin rights went', () => {
  expect(mails['admin rights'].text).toContain('You are an admin of');
  expect(adminRightsMail({ ...person, admin: false }, brokerage).text).toContain(
    'You are no longer an admin',
  );
});

it('says which rights someone has who is no admin', () => {
  const now = { ...person, admin: false, recruiting: true, coordinator: true };
  expect(adminRightsMail(now, brokerage).text).toContain('now: Recruiting, Closings.');
  const { text } = rightsMail(now, { signedOut: false }, brokerage);
  expect(text).toContain('Your rights in the office are now: Recruiting, Closings.');
  expect(text).not.toContain('sign in again');
});

it('shows an answer that the office typed as text', () => {
  const answer = `<img src=x onerror="alert('1')">`;
  const { text, html = '' } = answeredMail({ email: person.email, answer, done: true }, brokerage);
  expect(text).toContain(answer);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;');
  expect(html).not.toMatch(/<(img|script|link|iframe|svg)/i);
});
