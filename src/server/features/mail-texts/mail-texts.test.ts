import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeToken, makeUser } from '../../../../test/factories.ts';
import { textsTo } from '../../../../test/mails.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import {
  isGroup,
  mailPlaceholders,
  mailTextKinds,
  ownParagraphs,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import { now } from '../../platform/db/ids.ts';
import { defaultMailTexts } from './default-mail-texts.ts';
import { filledIn, rejectWrongPlaceholders } from './placeholders.ts';

let server: TestServer;
let token: string;
let admin: { id: string; email: string };

beforeAll(async () => {
  server = await testServer({ BROKERAGE_NAME: 'Flat & Fee' });
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
  const { body } = await server.call('GET /api/auth', { token });
  admin = { id: body._id, email: body.email };
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.deleteFrom('mail_texts').execute();
});

const words = {
  subject: 'Welcome to {brokerage}, {name}',
  text: 'Dear {name},\n\ncome in\nand sit down.\n\n  {link}  \n\n\nSee you at {brokerage}.',
  button: 'Come in',
};
const put = (kind: string, body: object = words, headers: Record<string, string> = {}) =>
  server.call(`PUT /api/mail-texts/${kind}`, { token, body, headers });
const get = (kind: string) => server.call(`GET /api/mail-texts/${kind}`, { token });
const lastTo = (recipient: string) =>
  server.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const events = () =>
  server.db
    .selectFrom('audit_log')
    .select(['action', 'object_name', 'details'])
    .where('object_id', 'in', [...mailTextKinds])
    .orderBy('id')
    .execute();

it.each(mailTextKinds)('the original words of the mail %s have what they need', (kind) => {
  expect(() => rejectWrongPlaceholders(kind, defaultMailTexts[kind])).not.toThrow();
});

it('a value is never read for placeholders', () => {
  const values = { brokerage: '{name} & {link}', name: 'Ada' };
  expect(filledIn('{name} of {brokerage}, {other}', values)).toBe('Ada of {name} & {link}, {other}');
});

describe('the words of a mail', () => {
  it('are the original ones until they are changed, and again after a reset', async () => {
    expect((await get('reset')).body).toEqual({ kind: 'reset', ...defaultMailTexts.reset, changed: null });
    const saved = await put('reset');
    expect(saved.body).toEqual({ kind: 'reset', ...words, changed: expect.any(String) });
    const { body } = await server.call('GET /api/mail-texts', { token });
    expect(
      body.map(({ kind, changed }: { kind: string; changed: string | null }) => [kind, changed === null]),
    ).toEqual(mailTextKinds.map((kind) => [kind, kind !== 'reset']));
    const reset = await server.call('DELETE /api/mail-texts/reset', { token });
    expect(reset.body).toEqual({ kind: 'reset', ...defaultMailTexts.reset, changed: null });
    expect(await events()).toEqual([
      { action: 'mail-text.updated', object_name: 'Password reset', details: 'subject, text, button' },
      { action: 'mail-text.reset', object_name: 'Password reset', details: '' },
    ]);
  });

  it('are saved once over the same version, also after a reset', async () => {
    const etag = (await get('invitation')).headers.get('etag') ?? '';
    const saved = await put('invitation', words, { 'if-match': etag });
    expect(saved.status).toBe(200);
    const stale = await put('invitation', { ...words, button: 'Lost' }, { 'if-match': etag });
    expect(stale).toMatchObject({
      status: 412,
      body: { msg: 'Mail has been changed by someone else in the meantime' },
    });
    const headers = { 'if-match': saved.headers.get('etag') ?? '' };
    expect((await server.call('DELETE /api/mail-texts/invitation', { token, headers })).status).toBe(200);
    expect((await put('invitation', words, headers)).status).toBe(412);
    expect((await get('invitation')).body).toMatchObject(defaultMailTexts.invitation);
  });

  it.each([
    [{ text: 'Hello {name}' }, 'Text must contain {link}: without it no one can use the mail'],
    [{ text: 'Go to {link} now' }, '{link} must stand once, in a paragraph of its own'],
    [{ text: '{link}\n\n{link}' }, '{link} must stand once, in a paragraph of its own'],
    [{ text: '{Name}\n\n{link}' }, '{Name} is not filled in here. Possible are {name}, {brokerage}, {link}'],
    [{ subject: 'Go to {link}' }, '{link} is not filled in here. Possible are {name}, {brokerage}'],
    [{ button: '{name}' }, '{name} is not filled in here. None is possible'],
    [{ button: ' ' }, 'Button is required'],
    [{ text: '' }, 'Text is required'],
  ])('with %j are refused', async (given, msg) => {
    const answer = await put('invitation', { ...words, ...given });
    expect(answer).toMatchObject({ status: 400, body: { msg } });
    const preview = await server.call('POST /api/mail-texts/invitation/preview', {
      token,
      body: { ...words, ...given },
    });
    expect(preview.body.msg).toBe(msg);
    expect((await get('invitation')).body.changed).toBeNull();
  });

  it.each([
    ['code', 'Hello {name},\n\n{warning}', 'Text must contain {code}: the mail has to say what stands there'],
    ['code', '{warning}\n\nIt is {code}', '{code} must stand once, in a paragraph of its own'],
    ['export', '{link}\n\nBye', 'Text must contain {warning}: the mail has to say what stands there'],
    ['security', 'Dear {name},', 'Text must contain {message}: the mail has to say what stands there'],
    [
      'closing',
      'Dear {agent},\n\n{message}',
      '{agent} is not filled in here. Possible are {name}, {brokerage}, {subject}, {message}',
    ],
  ])('of the mail %s with %j are refused', async (kind, text, msg) => {
    const subject = kind === 'code' || kind === 'export' ? 'News' : '{subject}';
    const answer = await put(kind, { subject, text, button: 'Open' });
    expect(answer).toMatchObject({ status: 400, body: { msg, errors: [{ field: 'text' }] } });
    expect((await get(kind)).body.changed).toBeNull();
  });

  it.each([
    ['code', '{code}', '{code} is not filled in here. Possible are {name}, {brokerage}'],
    ['security', 'News', 'Subject must contain {subject}: it says what the mail is about'],
  ])('of the mail %s with the subject %j are refused', async (kind, subject, msg) => {
    const { text } = (await get(kind)).body;
    expect(await put(kind, { subject, text, button: '' })).toMatchObject({ status: 400, body: { msg } });
  });

  it('of an unknown mail are not there', async () => {
    expect(await get('newsletter')).toMatchObject({ status: 404, body: { msg: 'Mail not found' } });
  });
});

describe('a mail in changed words', () => {
  it('is what an invited person gets, and sealed as before', async () => {
    await put('invitation');
    const email = 'new-agent@example.com';
    const body = { name: 'New Agent', email };
    expect((await server.call('POST /api/users', { token, body })).status).toBe(200);
    const [text] = await textsTo(server, email);
    expect(text).toMatch(
      /^Dear New Agent,\n\ncome in\nand sit down\.\n\nCome in:\nhttp\S+\/reset-password\/new#\S+\n\nSee you at Flat & Fee\.\n\n/,
    );
    const stored = await server.db
      .selectFrom('mails')
      .select(['subject', 'text', 'sealed_letter'])
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(stored.subject).toBe('Welcome to Flat & Fee, New Agent');
    expect(stored.text).not.toMatch(/come in|reset-password/);
    expect(stored.sealed_letter).not.toBeNull();
  });

  it('has what a security notice says between the words of the office, and the default words after a reset', async () => {
    const given = { subject: 'Safety first: {subject}', text: 'Dear {name},\n\n{message}\n\nStay safe.' };
    await put('security', given);
    const user = await makeUser(server.db, { name: 'Sam', last_sign_in_at: now() });
    const change = (email: string) =>
      server.call(`PUT /api/users/${user.id}`, { token, body: { name: 'Sam', email, admin: false } });
    expect((await change('sam-1@example.com')).status).toBe(200);
    const said = `An admin of Flat & Fee changed the email address on your account. Sign in with the new one from now on; we'll send emails there too.`;
    expect(await lastTo(user.email)).toMatchObject({
      subject: 'Safety first: Your email address at Flat & Fee was changed',
      text: expect.stringMatching(
        new RegExp(
          `^Dear Sam,\n\n${said}\n\nIf you didn't expect this, please tell us: \\S+, .+\\.\n\nStay safe\\.\n\n`,
        ),
      ),
      html: expect.stringContaining('Stay safe.'),
    });
    await server.call('DELETE /api/mail-texts/security', { token });
    expect((await change('sam-2@example.com')).status).toBe(200);
    expect(await lastTo('sam-1@example.com')).toMatchObject({
      subject: 'Your email address at Flat & Fee was changed',
      text: expect.stringMatching(/^Hello Sam,\n\nAn admin of Flat & Fee changed/),
    });
  });

  it('is what the office gets of a privacy request, and who made it', async () => {
    await put('work', { subject: '[Office] {subject}', text: 'Hi {name},\n\n{message}', button: '' });
    await put('privacy-confirm', {
      subject: 'Is it you, asking {brokerage}?',
      text: 'Good day,\n\n{link}\n\n{warning}',
      button: 'It is me',
    });
    const form = { name: 'Pia', email: 'pia@example.com', kind: 'know', details: '' };
    const body = new URLSearchParams(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.call('POST /privacy-request', { body, headers })).status).toBe(303);
    const [text] = await textsTo(server, 'pia@example.com');
    expect(text).toMatch(
      /^Good day,\n\nIt is me:\nhttp\S+\n\nIf it wasn't you, you don't need to do anything\. We won't change or share anything\.\n\n/,
    );
    expect(await lastTo('pia@example.com')).toMatchObject({
      subject: 'Is it you, asking Flat & Fee?',
      html: null,
    });
    expect(await lastTo(server.config.brokerage.email)).toMatchObject({
      subject: '[Office] A new privacy request',
      text: expect.stringMatching(/^Hi office,\n\nA privacy request came in/),
    });
  });

  it('is what a member gets who asks for a reset', async () => {
    await put('reset');
    const { email } = await makeUser(server.db, { name: 'Rita' });
    await server.call('POST /api/auth/reset-password', { body: { email } });
    // The mail is queued after the response.
    await expect
      .poll(async () => (await textsTo(server, email))[0])
      .toContain('Dear Rita,\n\ncome in\nand sit down.\n\nCome in:\n');
  });
});

describe('a preview', () => {
  it('shows both parts, with a link that is no real one', async () => {
    const { body } = await server.call('POST /api/mail-texts/invitation/preview', { token, body: words });
    const { brokerage } = server.config;
    const url = `${brokerage.baseUrl}/reset-password/new#example`;
    expect(body).toMatchObject({
      subject: 'Welcome to Flat & Fee, Ada Admin',
      text: expect.stringContaining(`Come in:\n${url}\n`),
      letter: {
        opening: ['Dear Ada Admin,', 'come in\nand sit down.'],
        button: 'Come in',
        url,
        closing: ['See you at Flat & Fee.'],
        signature: expect.arrayContaining([
          brokerage.legalName,
          `DRE license ${brokerage.license}`,
          brokerage.address,
        ]),
      },
    });
    expect((await get('invitation')).body.changed).toBeNull();
  });

  it.each(mailTextKinds)('of the mail %s fills in all that it may contain', async (kind) => {
    const placeholders = mailPlaceholders[kind].map((name) => `{${name}}`);
    const body = {
      subject: placeholders.filter((each) => !ownParagraphs(kind).includes(each.slice(1, -1))).join(' '),
      text: placeholders.join('\n\n'),
      button: 'Come in',
    };
    const preview = await server.call(`POST /api/mail-texts/${kind}/preview`, { token, body });
    expect(preview.status).toBe(200);
    expect(JSON.stringify([preview.body.subject, preview.body.text])).not.toMatch(/[{}]/);
  });

  it('of a letter without a link has no button, and one of a group what it says, too', async () => {
    const preview = async (kind: string) => {
      const { subject, text, button } = (await get(kind)).body;
      const body = { subject, text, button };
      return (await server.call(`POST /api/mail-texts/${kind}/preview`, { token, body })).body;
    };
    expect(await preview('code')).toMatchObject({
      subject: 'Your code to sign with Flat & Fee',
      letter: {
        opening: [
          'Hello Ada Admin,',
          'To sign your agreement, enter this code within 15 minutes: 123456',
          "If you aren't signing right now, don't give this code to anyone, and call us.",
        ],
        button: '',
        url: '',
      },
    });
    expect(await preview('security')).toMatchObject({
      subject: 'Your password for Flat & Fee was changed',
      letter: {
        opening: [
          'Hello Ada Admin,',
          expect.stringContaining('at Flat & Fee was changed'),
          expect.any(String),
        ],
      },
    });
    const groups = mailTextKinds.filter(isGroup);
    for (const kind of groups) expect((await preview(kind)).text).not.toMatch(/[{}]/);
    expect(groups).toContain('work');
  });

  it('of the reply is plain text', async () => {
    const reply = { subject: 'Thanks, {firstName}', text: 'We call you, {firstName} {lastName}.' };
    const { body } = await server.call('POST /api/mail-texts/reply/preview', { token, body: reply });
    expect(body).toMatchObject({
      subject: 'Thanks, Ana',
      text: expect.stringMatching(/^We call you, Ana Example\.\n\n/),
      letter: null,
    });
  });
});

it('a test goes to whoever asks for it, as the mail would, and saves nothing', async () => {
  const answer = await server.call('POST /api/mail-texts/invitation/test', { token, body: words });
  expect(answer.body.msg).toBe(`A test is on its way to ${admin.email}`);
  const mail = await server.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html', 'user_id', 'link'])
    .where('recipient', '=', admin.email)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({
    subject: 'Test: Welcome to Flat & Fee, Ada Admin',
    text: expect.stringContaining('/reset-password/new#example'),
    html: expect.stringContaining('come in<br>and sit down.'),
    user_id: admin.id,
    link: null,
  });
  expect((await get('invitation')).body.changed).toBeNull();
});
