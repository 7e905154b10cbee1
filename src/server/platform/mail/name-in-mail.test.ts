import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { noRights } from '../../../shared/users/rights.ts';
import * as agreementMails from '../../features/agreements/agreement-mails.ts';
import * as accountMails from '../../features/auth/account-mails.ts';
import * as backupMails from '../../features/backup/backup-mails.ts';
import * as closingMails from '../../features/closings/closing-mails.ts';
import * as complianceMails from '../../features/compliance/compliance-mails.ts';
import * as leavingMails from '../../features/compliance/leaving-mails.ts';
import * as duesMails from '../../features/dues/dues-mails.ts';
import * as educationMails from '../../features/education/education-mails.ts';
import * as factorMails from '../../features/factors/factor-mails.ts';
import * as feesMails from '../../features/fees/fees-mails.ts';
import * as handbookMails from '../../features/handbook/handbook-mails.ts';
import * as joiningMails from '../../features/joining/joining-mails.ts';
import * as leadMails from '../../features/leads/lead-mails.ts';
import * as licenseMails from '../../features/licenses/license-mails.ts';
import { defaultMailTexts } from '../../features/mail-texts/default-mail-texts.ts';
import * as renderMailText from '../../features/mail-texts/render-mail-text.ts';
import * as linkMails from '../../features/member-files/link-mails.ts';
import * as workMails from '../../features/notifications/work-mails.ts';
import * as exportMails from '../../features/personal-data/export-mails.ts';
import * as announcementMails from '../../features/posts/announcement-mails.ts';
import * as privacyMails from '../../features/privacy/privacy-mails.ts';
import * as securityLogMails from '../../features/security-log/security-log-mails.ts';
import * as systemMails from '../../features/system/system-mails.ts';
import * as userMails from '../../features/users/user-mails.ts';
import * as webhookMails from '../../features/webhooks/webhook-mails.ts';
import { readConfig } from '../config.ts';
import { newId, now } from '../db/ids.ts';
import { type Letter, toMail } from './letter.ts';
import { looksLikeName, nameInMail, propertyInMail } from './name-in-mail.ts';
import type { Mail } from './queue-mail.ts';

const modules = {
  'features/auth/account-mails.ts': accountMails,
  'features/backup/backup-mails.ts': backupMails,
  'features/agreements/agreement-mails.ts': agreementMails,
  'features/joining/joining-mails.ts': joiningMails,
  'features/closings/closing-mails.ts': closingMails,
  'features/compliance/leaving-mails.ts': leavingMails,
  'features/compliance/compliance-mails.ts': complianceMails,
  'features/dues/dues-mails.ts': duesMails,
  'features/education/education-mails.ts': educationMails,
  'features/factors/factor-mails.ts': factorMails,
  'features/fees/fees-mails.ts': feesMails,
  'features/handbook/handbook-mails.ts': handbookMails,
  'features/leads/lead-mails.ts': leadMails,
  'features/licenses/license-mails.ts': licenseMails,
  'features/mail-texts/render-mail-text.ts': renderMailText,
  'features/member-files/link-mails.ts': linkMails,
  'features/personal-data/export-mails.ts': exportMails,
  'features/notifications/work-mails.ts': workMails,
  'features/posts/announcement-mails.ts': announcementMails,
  'features/privacy/privacy-mails.ts': privacyMails,
  'features/system/system-mails.ts': systemMails,
  'features/security-log/security-log-mails.ts': securityLogMails,
  'features/users/user-mails.ts': userMails,
  'features/webhooks/webhook-mails.ts': webhookMails,
};

/** Each holds “evil”, which no mail may show. */
const hostile = [
  'Your account is locked, sign in at https://evil.example/login',
  'evil.com',
  'evil。com',
  'evilꓸcom',
  'evil\u202Emoc',
  'evil\u200B',
  'evilㅤcom',
  'evil\r\nBcc: everybody@example.com',
  'evil\tcom',
  'evil 555-0100',
  'evil@example.com',
  '<b>evil</b>',
  '{link} evil',
  'evil\u0301\u0301\u0301\u0301',
  '- evil',
  'evil '.repeat(9).trim(),
  'e.vil.com or evil',
  'Dr.evil',
  'E.evil',
  'evil. Sign in',
  'evil, click',
  'Ann (evil) Lee',
  'Ann (Evil.com)',
  'Ann (Evil) (Evil)',
];
const names = [
  'Ann',
  'Zoë O’Neil-Núñez',
  "D'Angelo",
  'Nguyễn Thị Ánh'.normalize('NFD'),
  '佐々木',
  'علي',
  'नरेंद्र',
  'Kealiʻi',
  'Mary J. Smith',
  'J.R. Stone',
  'J. R. Stone',
  'Dr. Ann Lee',
  'St. John Baker',
  'Robert Kim, Jr.',
  'Robert (Bob) Lee',
  'Ann (Annie)',
  'Ana María López de la Fuente y Castellanos',
];

describe('a name in a mail', () => {
  it.each(names)('%j is one', (name) => {
    expect(nameInMail(name)).toBe(name);
  });

  it.each([...hostile, '', ' ', 'St.John', 'A'.repeat(61), 'a'.repeat(41)])('%j is none', (typed) => {
    expect(looksLikeName(typed)).toBe(false);
    expect(nameInMail(typed)).toBe('there');
  });
});

const { brokerage } = readConfig({});
const email = 'ann@example.com';
const url = `${brokerage.baseUrl}/reset-password/new#token`;
const at = '2026-01-31T12:00:00.000Z';
const words = {
  subject: '{name}{firstName} {lastName}, a word of {brokerage}',
  text: 'Hello {name}{firstName} {lastName},\n\n{link}\n\nBye {firstName}, {lastName}, {name}',
  button: 'Open',
};

const leadOf = (typed: string): Lead => ({
  _id: newId(),
  firstName: typed,
  lastName: typed,
  phone: typed,
  dial: '',
  email: 'lead@example.com',
  status: 'new',
  stageSince: at,
  spam: false,
  trapped: false,
  mail: null,
  notes: 0,
  date: at,
  owner: null,
  closedReason: null,
  nextStep: { text: 'Call', on: '2026-01-31' },
  waitingSince: at,
  firstContact: null,
  license: null,
  brokerage: typed,
  dealsPerYear: null,
  message: typed,
  source: null,
  calculation: null,
  phoneConsent: null,
  referredBy: null,
  member: null,
  mergedInto: null,
  linked: 0,
  requests: 1,
});
const group = (typed: string) => ({ count: 1, leads: [leadOf(typed)] });

/** Sends tests of what render-mail-text.ts writes. */
const passesOn = 'features/mail-texts/mail-texts.service.ts';

/** Every kind of email, with the typed text in each place that takes one. */
const kinds = {
  passwordChangedMail: (_, name) => accountMails.passwordChangedMail({ name, email }, brokerage),
  passwordBlockedMail: (_, name) => accountMails.passwordBlockedMail({ name, email }, brokerage, 100),
  wrongPasswordsMail: (_, name) => accountMails.wrongPasswordsMail({ name, email }, brokerage, 5),
  newDeviceMail: (_, name) =>
    accountMails.newDeviceMail({ name, email }, brokerage, { device: 'Safari', address: '127.0.0.1', at }),
  oldBackupMail: (_, name) =>
    backupMails.oldBackupMail({ name, email }, { nightly: true, last: null, error: null }, brokerage),
  degradedMail: (_, name) =>
    systemMails.degradedMail(
      { name, email },
      { setting: 'BACKUP_DIR', says: 'The disk is full.', since: at },
      brokerage,
    ),
  factorAddedMail: (typed, name) =>
    factorMails.factorAddedMail({ name, email }, brokerage, { passkey: typed }, { isFirst: true }),
  factorRemovedMail: (typed, name) =>
    factorMails.factorRemovedMail({ name, email }, brokerage, { passkey: typed }),
  newRecoveryCodesMail: (_, name) => factorMails.newRecoveryCodesMail({ name, email }, brokerage),
  recoveryCodeUsedMail: (_, name) => factorMails.recoveryCodeUsedMail({ name, email }, brokerage, 1),
  wrongCodesMail: (_, name) => factorMails.wrongCodesMail({ name, email }, brokerage, 5),
  factorsResetMail: (_, name) => factorMails.factorsResetMail({ name, email }, brokerage),
  alertMail: (typed, name) =>
    leadMails.alertMail({ name, email }, [{ name: typed, since: at }], 2, brokerage),
  digestMail: (typed, name) =>
    leadMails.digestMail(
      { name, email },
      { date: '2026-01-31', overdue: group(typed), due: group(typed), waiting: group(typed) },
      brokerage,
    ),
  closingMail: (property, name) =>
    closingMails.closingMail(
      { name, email },
      { what: 'Your closing is paid', more: 'It counts in your year.', closing: 'x', property },
      brokerage,
    ),
  duesMail: (_, name) =>
    duesMails.duesMail(
      { name, email },
      { total: 160_00, due: '2026-01-31', isOverdue: false },
      'By check to the office.',
      brokerage,
    ),
  toEnclosing: (property) =>
    renderMailText.toEnclosing(
      { subject: '{document}: {property}', text: '{document} for {property}', button: '' },
      { to: email, document: 'Commission instruction 12', withdrawn: '', property },
      brokerage,
    ),
  reopenedMail: (typed, name) => closingMails.reopenedMail({ name, email }, 'x', brokerage, typed),
  approverMail: (property, name) =>
    closingMails.approverMail(
      { name, email },
      { what: 'An approval', more: 'A letter.', closing: 'x', property },
      brokerage,
    ),
  ownClosingMail: (_, name) =>
    closingMails.ownClosingMail(
      { name, email },
      { actor: name, agent: name, acts: 'approved', closing: 'x' },
      brokerage,
    ),
  ownWorkMail: (_, name) =>
    userMails.ownWorkMail(
      { name, email },
      { actor: name, noun: 'agreement', act: 'approved', path: 'applications/x' },
      brokerage,
    ),
  ownLeavingMail: (_, name) =>
    leavingMails.ownLeavingMail(
      { name, email },
      { on: '2026-01-31', isOver: true, agreement: true },
      brokerage,
    ),
  leavingMail: (typed, name) =>
    leavingMails.leavingMail(
      { name, email },
      { name: typed, on: '2026-01-31', isOver: false },
      { notice: { user: 'x', until: '2026-02-10' }, closings: 1, leads: 2 },
      brokerage,
    ),
  calledOffMail: (typed, name) =>
    leavingMails.calledOffMail({ name, email }, { name: typed, on: '2026-01-31' }, brokerage),
  promiseMail: (_, name) =>
    closingMails.promiseMail({ name, email }, { due: 1, late: 0 }, '2026-01-31', brokerage),
  feesMail: (_, name) =>
    feesMails.feesMail(
      { name, email },
      { actor: name, starts: '2026-01-31', changes: ['Lease, flat: $150 → $200'] },
      brokerage,
    ),
  withdrawnFeesMail: (_, name) =>
    feesMails.withdrawnFeesMail(
      { name, email },
      { actor: name, version: 2, starts: '2026-01-31' },
      brokerage,
    ),
  handbookMail: (_, name) =>
    handbookMails.handbookMail({ name, email, count: 2, due: '2026-01-31', isOverdue: false }, brokerage),
  missingMail: (typed, name) =>
    educationMails.missingMail(
      {
        name,
        email,
        findings: [{ kind: 'auto', state: 'wrong', due: '2026-01-31', detail: typed, entry: null }],
      },
      brokerage,
    ),
  signedAnewMail: () => agreementMails.signedAnewMail(brokerage),
  signAgainMail: (_, name) =>
    agreementMails.signAgainMail(
      { name, email, due: '2026-01-31', fees: 2, note: '', isOverdue: false },
      brokerage,
    ),
  applyLetter: (name) => joiningMails.applyLetter({ name, email }, url, '2026-01-31', brokerage),
  reminderLetter: (name) => joiningMails.reminderLetter({ name, email }, url, '2026-01-31', brokerage),
  codeLetter: (name) => joiningMails.codeLetter({ name, email }, '123456', brokerage),
  signedLetter: (name) => joiningMails.signedLetter({ name, email }, url, brokerage),
  questionLetter: (name) => joiningMails.questionLetter({ name, email }, 'Since when?', url, brokerage),
  inForceLetter: (name) => joiningMails.inForceLetter({ name, email }, url, brokerage),
  withdrawnMail: (name) => joiningMails.withdrawnMail({ name, email }, true, brokerage),
  declinedMail: (name) => joiningMails.declinedMail({ name, email }, 'Not now.', brokerage),
  applicationNewsMail: (typed) =>
    joiningMails.applicationNewsMail({ name: 'Office', email }, 'signed', '1', brokerage, typed),
  workMail: (typed, name) =>
    workMails.workMail(
      { name, email },
      [
        { event: 'wrote', object: 'x', person: typed, property: null, amount: null },
        { event: 'reported', object: 'x', person: name, property: typed, amount: 1 },
      ],
      brokerage,
    ),
  licenseMail: (_, name) =>
    licenseMails.licenseMail(
      { name, email, number: '01234567', expires: '2026-01-31', daysLeft: 30 },
      brokerage,
    ),
  toLetter: (_, name) => renderMailText.toLetter(words, { to: { name, email }, url }, brokerage),
  toReply: (name) => renderMailText.toReply(words, { firstName: name, lastName: name, email }, brokerage),
  exportReadyMail: (_, name) => exportMails.exportReadyMail({ name, email }, brokerage),
  confirmationLetter: () => privacyMails.confirmationLetter(email, url, brokerage),
  receivedMail: () => privacyMails.receivedMail(email, brokerage),
  newRequestMail: () => privacyMails.newRequestMail(brokerage),
  newRequestsMail: () => privacyMails.newRequestsMail([{ kind: 'know', received: at }], brokerage),
  overdueMail: () => privacyMails.overdueMail(2, brokerage),
  reviewMail: () => privacyMails.reviewMail(2, brokerage),
  // Emails to one person that hold the office's own words.
  extendedMail: () => privacyMails.extendedMail({ email, reason: 'More time.', until: at }, brokerage),
  answeredMail: () => privacyMails.answeredMail({ email, answer: 'Done.', done: true }, brokerage),
  announcementMail: (author) =>
    announcementMails.announcementMail({ id: newId(), author, text: 'Closed.' }, brokerage),
  anchorMail: () => securityLogMails.anchorMail(email, { number: 1, hash: 'x' }, brokerage),
  adminRightsMail: (_, name) =>
    userMails.adminRightsMail({ name, email, ...noRights, admin: true }, brokerage),
  rightsMail: (_, name) => userMails.rightsMail({ name, email, ...noRights }, { signedOut: true }, brokerage),
  othersRightsMail: (_, name) =>
    userMails.othersRightsMail({ name, email }, { actor: name, user: name, rights: 'Closings' }, brokerage),
  approversMail: (_, name) =>
    securityLogMails.approversMail(
      { name, email },
      { actor: name, changes: [`${name} may now approve closings.`] },
      brokerage,
    ),
  yearsMail: (_, name) =>
    securityLogMails.yearsMail(
      { name, email },
      { actor: name, of: 'closings', before: 10, after: 3, until: at },
      brokerage,
    ),
  numberLinkMail: (_, name) =>
    linkMails.numberLinkMail(
      { name, email },
      { member: { id: newId(), name }, by: name, number: '01234567', staff: [name] },
      brokerage,
    ),
  payeeLinkMail: (_, name) =>
    linkMails.payeeLinkMail({ name, email }, { member: { id: newId(), name }, staff: [name] }, brokerage),
  licenseWithdrawnMail: (_, name) =>
    complianceMails.licenseWithdrawnMail(
      { name, email },
      { actor: name, member: name, number: '01234567', reason: 'Mistyped' },
      brokerage,
    ),
  approverDroppedMail: (_, name) =>
    userMails.approverDroppedMail(
      { name, email },
      { actor: name, user: name, act: 'email', lost: 'approving closings' },
      brokerage,
    ),
  approverEmailMail: (_, name) =>
    userMails.approverEmailMail(
      { name, email },
      { user: name, before: email, after: email, rights: 'approving closings' },
      brokerage,
    ),
  pausedWebhooksMail: (_, name) => userMails.pausedWebhooksMail({ name, email }, 1, brokerage),
  goneWebhookMail: (_, name) => webhookMails.goneWebhookMail({ name, email }, brokerage),
  emailChangedMail: (_, name) => userMails.emailChangedMail({ name, email }, brokerage),
} satisfies Record<string, (typed: string, account: string) => Mail | Letter>;

const toText = (mail: Mail | Letter): string => {
  const { subject, text, html } = 'opening' in mail ? toMail(mail, brokerage) : mail;
  return [subject, text, html].join('\n');
};

/** To accounts, whose names admins type. */
const toAccounts = new Set<string>([
  'passwordChangedMail',
  'passwordBlockedMail',
  'wrongPasswordsMail',
  'newDeviceMail',
  'duesMail',
  'oldBackupMail',
  'degradedMail',
  'factorAddedMail',
  'factorRemovedMail',
  'newRecoveryCodesMail',
  'recoveryCodeUsedMail',
  'wrongCodesMail',
  'factorsResetMail',
  'alertMail',
  'digestMail',
  'closingMail',
  'reopenedMail',
  'approverMail',
  'ownWorkMail',
  'ownClosingMail',
  'promiseMail',
  'ownLeavingMail',
  'leavingMail',
  'calledOffMail',
  'handbookMail',
  'missingMail',
  'signAgainMail',
  'workMail',
  'licenseMail',
  'toLetter',
  'exportReadyMail',
  'adminRightsMail',
  'rightsMail',
  'othersRightsMail',
  'approversMail',
  'feesMail',
  'withdrawnFeesMail',
  'yearsMail',
  'numberLinkMail',
  'payeeLinkMail',
  'licenseWithdrawnMail',
  'approverDroppedMail',
  'approverEmailMail',
  'pausedWebhooksMail',
  'goneWebhookMail',
  'emailChangedMail',
]);
const all = Object.entries<(typed: string, account: string) => Mail | Letter>(kinds);

describe('a property in a mail', () => {
  it.each([
    '12 Ocean View Dr, Malibu',
    '4100 W 3rd St., Apt 12B, Los Angeles, CA 90020-1234',
    '123-12 Main St. #4, San José',
  ])('%j is an address', (typed) => expect(propertyInMail(typed)).toBe(typed));

  it.each([
    ...hostile,
    '',
    'Lot 5',
    '12 Evil.com',
    '1 Call 555-0100',
    '1 Call 555 0100',
    '12 Go To https://evil.example',
    '1 sign in now',
    `1 ${'Oak '.repeat(20)}St`,
  ])('%j is none', (typed) => expect(propertyInMail(typed)).toBe(''));
});

describe.each(all)('%s', (kind, write) => {
  it.each(hostile)('does not say %j', (typed) => {
    expect(toText(write(typed, toAccounts.has(kind) ? 'Ann Lee' : typed))).not.toMatch(
      /evil|locked|everybody|\p{Cf}/u,
    );
  });
});

describe.each(all.filter(([kind]) => toAccounts.has(kind)))('%s', (_kind, write) => {
  it.each(['Ann Lee 2', 'Kim, Ito (Torrance)', 'J. Robert <Bob> Stone, CRB'])('greets %j', (name) => {
    const mail = write('Ann Lee', name);
    const { text } = 'opening' in mail ? toMail(mail, brokerage) : mail;
    expect(text).toContain(`Hello ${name}`);
  });
});

/** In words of their own call, or for a machine. */
const inOtherWords = ['toLetter', 'toReply', 'toEnclosing', 'anchorMail'];

describe.each(all.filter(([kind]) => !inOtherWords.includes(kind)))(
  'the office changes the words of %s',
  (_kind, write) => {
    it('which in the default ones is as it is without', () => {
      const mail = write('Ann Lee', 'Ann Lee');
      const { wording } = mail;
      expect(wording && toText(wording.write(defaultMailTexts[wording.kind]))).toBe(toText(mail));
    });
  },
);

it('walks every mail that features write', () => {
  const folder = join(import.meta.dirname, '../..');
  const writing = globSync('features/**/*.ts', { cwd: folder }).filter((file) => {
    if (file.endsWith('.test.ts') || file === passesOn) return false;
    const code = readFileSync(join(folder, file), 'utf8');
    return /\btoMail\(|\bqueueMail\(\w+, \{|(\)|const \w+): (Mail|Letter)\b/.test(code);
  });
  expect(writing.sort()).toEqual(Object.keys(modules).sort());
  const written = Object.values(modules).flatMap((module) =>
    Object.keys(module).filter((name) => /^to[A-Z]|Mail$|Letter$/.test(name)),
  );
  expect(written.filter((name) => name !== 'newInquiryMail').sort()).toEqual(Object.keys(kinds).sort());
});

it('shows the office what a visitor typed in its plain text alone', () => {
  const firstName = 'Your account is locked, sign in at https://evil.example/login';
  const mail = leadMails.newInquiryMail({ firstName, lastName: 'X', phone: '1', email }, brokerage);
  expect(mail.subject).toBe('New inquiry from a visitor');
  expect(mail.text).toContain(`First name: ${firstName}\n`);
  expect(mail.html).toBeUndefined();
});

describe('through the API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());
  const typed = 'Your account is locked, sign in at https://evil.example';
  const subjectsTo = async (to: string) =>
    (await server.db.selectFrom('mails').select('subject').where('recipient', '=', to).execute()).map(
      ({ subject }) => subject,
    );

  it('the immediate reply greets a lead by a name only', async () => {
    const token = await makeToken(server.db, { admin: true });
    const settings = { replies: true, alertHours: 2, opensAt: 8, closesAt: 18 };
    await server.call('PUT /api/leads/settings', { token, body: settings });
    const body = { subject: 'Thanks, {firstName}', text: 'Hello {firstName} {lastName},\n\nbye', button: '' };
    await server.call('PUT /api/mail-texts/reply', { token, body });
    const send = (firstName: string, lastName: string, to: string) =>
      server.call('POST /api/contact', { body: { firstName, lastName, phone: '555-0100', email: to } });
    await send('Zoë', 'O’Neil', 'zoe@example.com');
    await send('Ann', 'evil.com', 'ann@example.com');
    await send(typed, 'Smith', 'victim@example.com');
    expect(await subjectsTo('zoe@example.com')).toEqual(['Thanks, Zoë']);
    expect((await textsTo(server, 'zoe@example.com'))[0]).toMatch(/^Hello Zoë O’Neil,\n/);
    expect((await textsTo(server, 'ann@example.com'))[0]).toMatch(/^Hello Ann,\n/);
    expect(await subjectsTo('victim@example.com')).toEqual(['Thanks, there']);
    expect((await textsTo(server, 'victim@example.com'))[0]).toMatch(/^Hello there,\n/);
  });

  it('an invitation and a notice greet a member by the name that an admin typed', async () => {
    const token = await makeToken(server.db, { admin: true });
    const name = 'Kim, Ito (Torrance)';
    const invited = await server.call('POST /api/users', {
      token,
      body: { name, email: 'invited@example.com' },
    });
    expect(invited.status).toBe(200);
    expect((await textsTo(server, 'invited@example.com'))[0]).toMatch(/^Hello Kim, Ito \(Torrance\),\n/);
    const user = await makeUser(server.db, { name, last_sign_in_at: now() });
    const answer = await server.call(`PUT /api/users/${user.id}`, {
      token,
      body: { name, email: 'evil.com@evil.example', admin: false },
    });
    expect(answer.status).toBe(200);
    const [text] = await textsTo(server, user.email);
    expect(text).toMatch(/^Hello Kim, Ito \(Torrance\),\n/);
    expect(text).not.toContain('evil');
  });
});
