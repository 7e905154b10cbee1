import { describe, expect, it } from 'vitest';
import { isLong, templateMail } from './template-mail.ts';

const lead = { firstName: 'Ana', lastName: "O'Brien & Co?bcc=x", email: 'a?cc=b&c@example.com' };
const signature = 'Sunset Homes, Inc. DRE 01234567\n1 Shore Way, Malibu, CA 90265';
const sender = { me: 'Ada', brokerage: 'Sunset Homes', signature };
const mail = (text: string) => templateMail(lead, { subject: 'Hello {firstName}', text }, sender);

describe('a template as an email', () => {
  it('opens the email program, with recipient, names and signature encoded', () => {
    const { href = '' } = mail('Hello {firstName} {lastName}, it is {me}.\nBye');
    expect(href.slice(0, href.indexOf('?'))).toBe('mailto:a%3Fcc%3Db%26c@example.com');
    const query = new URLSearchParams(href.slice(href.indexOf('?')));
    expect([...query.keys()]).toEqual(['subject', 'body']);
    expect(query.get('subject')).toBe('Hello Ana');
    expect(query.get('body')).toBe(
      `Hello Ana O'Brien & Co?bcc=x, it is Ada.\r\nBye\r\n\r\n${signature.replace('\n', '\r\n')}`,
    );
  });

  it('is to be copied where the link would be longer than 1,900 characters, as letters with accents soon make it', () => {
    expect(mail('a'.repeat(1500)).href).toBeDefined();
    expect(mail('a'.repeat(1900))).toMatchObject({
      href: undefined,
      body: expect.stringContaining(signature),
    });
    expect(mail('é'.repeat(400)).href).toBeUndefined();
    for (const length of [1400, 1500, 1600, 1700]) {
      const { href } = mail('a'.repeat(length));
      expect(href === undefined || href.length <= 1900).toBe(true);
    }
  });

  it('is said to be long when it is saved', () => {
    const template = (text: string) => ({ subject: 'Hello', text });
    expect(isLong(template('Hello'), sender)).toBe(false);
    expect(isLong(template('a'.repeat(2000)), sender)).toBe(true);
  });
});
