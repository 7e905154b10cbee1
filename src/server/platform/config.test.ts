import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://www.example.com',
  BROKERAGE_LEGAL_NAME: 'Harbor Realty, Inc.',
  BROKERAGE_LICENSE: '07654321',
  OFFICE_PHONE: '(949) 555-0123',
  OFFICE_EMAIL: 'office@harbor.example',
  OFFICE_ADDRESS: '1 Harbor Way, Irvine, CA 92614',
  TRUST_PROXY: '127.0.0.1',
};

function errorsOf(environment: Parameters<typeof readConfig>[0]): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.errors;
  }
}

const namesIn = (errors: string[]) => errors.map((error) => error.split(':')[0]);

describe('the settings', () => {
  it('all have defaults outside of production', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', production: false });
    expect(readConfig({ PORT: ' ', BASE_URL: '' })).toEqual(readConfig({}));
  });

  it('listen on every address in production, unless HOST says otherwise', () => {
    expect(readConfig(production).host).toBe('0.0.0.0');
    expect(readConfig({ ...production, HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });

  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '65536'],
    ['PORT', 'eighty'],
    ['PORT', '80.5'],
    ['BASE_URL', 'www.example.com'],
    ['BASE_URL', 'https://example.com/path'],
    ['BASE_URL', 'https://example.com/?a=b'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://user:s#cret@host/x'],
    ['SAMPLE_CONTENT', 'yes'],
    ['IMAGES', 'folder'],
    ['SMTP_URL', 'smtp.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com?requireTLS=false'],
    ['SMTP_TLS', 'off'],
    ['SMTP_URL', 'smtp://user:p#ss@mail.example.com:587'],
    ['MAIL_FROM', 'Homequest'],
    ['MAIL_FROM', 'Homequest <office>'],
    ['TRUST_PROXY', 'proxy.example.com'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2/x'],
    ['TRUST_PROXY', 'none,127.0.0.1'],
    ['CONTENT_EDITORS', 'nobody'],
    ['HANDBOOK_EDITORS', 'nobody'],
    ['LOG_LEVEL', 'loud'],
    ['BROKERAGE_LICENSE', '123'],
    ['OFFICE_EMAIL', 'office'],
    ['SOCIAL_LINKEDIN', 'javascript:alert(1)'],
  ])('%s may not be %s', (name, value) => {
    expect(
      namesIn(errorsOf({ [name]: value, ...(name !== 'MAIL_FROM' && { MAIL_FROM: 'a@example.com' }) })),
    ).toEqual([name]);
  });

  it.each([
    ['BASE_URL', 'http://localhost:3000'],
    ['BASE_URL', 'https://www.example.com/'],
    ['DATABASE_URL', 'postgresql://user:p%40ss@[::1]:5432/x?sslmode=require'],
    ['MAIL_FROM', 'Homequest <office@example.com>'],
    ['TRUST_PROXY', '127.0.0.1, ::1, 10.0.0.0/8,fd00::/8'],
    ['TRUST_PROXY', 'none'],
  ])('%s may be %s', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([]);
  });

  it('are faulty where one needs another', () => {
    expect(errorsOf({ ADMIN_EMAIL: 'a@example.com' })).toEqual([expect.stringContaining('ADMIN_PASSWORD')]);
    expect(namesIn(errorsOf({ SMTP_URL: 'smtp://localhost' }))).toEqual(['MAIL_FROM']);
    const mail = { MAIL_FROM: 'office@example.com', SMTP_TLS: 'optional' };
    const withoutTls = (given: object) =>
      readConfig({ MAIL_FROM: 'office@example.com', ...given }).smtpWithoutTls;
    expect(withoutTls({ SMTP_URL: 'smtp://127.0.0.1' })).toBe(true);
    expect(withoutTls({ SMTP_URL: 'smtp://127.0.0.1', SMTP_TLS: 'required' })).toBe(false);
    expect(withoutTls({ SMTP_URL: 'smtp://mail.example.com' })).toBe(false);
    for (const host of ['localhost', '127.0.0.1:25', '[::1]:2525'])
      expect(errorsOf({ ...mail, SMTP_URL: `smtp://${host}` })).toEqual([]);
    for (const host of ['mail.example.com', '127.0.0.1.example.com', '10.0.0.1'])
      expect(namesIn(errorsOf({ ...mail, SMTP_URL: `smtp://${host}` }))).toEqual(['SMTP_TLS']);
    const editors = { HANDBOOK_EDITORS: 'members' };
    expect(errorsOf(editors)).toEqual([]);
    expect(namesIn(errorsOf({ ...editors, CONTENT_EDITORS: 'admins' }))).toEqual(['HANDBOOK_EDITORS']);
    expect(namesIn(errorsOf({ S3_BUCKET: 'images', S3_ENDPOINT: 'https://example.com' }))).toEqual([
      'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
    ]);
  });

  it('name every fault at once, those of production too', () => {
    const errors = errorsOf({ NODE_ENV: 'production', PORT: 'x', RATE_LIMITS: 'off', SAMPLE_CONTENT: 'on' });
    expect(namesIn(errors)).toEqual([
      'PORT',
      'BASE_URL',
      'BROKERAGE_LEGAL_NAME',
      'BROKERAGE_LICENSE',
      'OFFICE_PHONE',
      'OFFICE_EMAIL',
      'OFFICE_ADDRESS',
      'RATE_LIMITS',
      'SAMPLE_CONTENT',
    ]);
  });

  it('reject in production the samples that stand in for the brokerage', () => {
    expect(errorsOf(production)).toEqual([]);
    const { brokerage } = readConfig({});
    const samples = { OFFICE_EMAIL: brokerage.email, OFFICE_ADDRESS: ` ${brokerage.address} ` };
    expect(namesIn(errorsOf({ ...production, ...samples }))).toEqual(['OFFICE_EMAIL', 'OFFICE_ADDRESS']);
  });

  it('do not leave images in the folder of one machine when PostgreSQL has several', () => {
    const several = { ...production, DATABASE_URL: 'postgres://127.0.0.1/x' };
    expect(errorsOf(several)).toEqual([expect.stringMatching(/^IMAGES: .*shared-folder/)]);
    expect(errorsOf({ ...several, IMAGES: 'shared-folder' })).toEqual([]);
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(errorsOf({ ...several, ...bucket })).toEqual([]);
    expect(errorsOf({ DATABASE_URL: several.DATABASE_URL })).toEqual([]);
  });

  it('do not forget the proxy that an https address needs, unless they say that there is none', () => {
    const { TRUST_PROXY, ...forgotten } = production;
    expect(readConfig({ ...forgotten, TRUST_PROXY }).trustedProxies).toEqual(['127.0.0.1']);
    expect(errorsOf(forgotten)).toEqual([
      expect.stringMatching(/^TRUST_PROXY: .*127\.0\.0\.1.*Set it to none/),
    ]);
    expect(errorsOf({ ...forgotten, BASE_URL: 'http://10.0.0.2' })).toEqual([]);
    expect(readConfig({ ...forgotten, TRUST_PROXY: 'none' }).trustedProxies).toEqual([]);
  });

  it('stand in with social networks only outside of production', () => {
    expect(readConfig({}).brokerage.social).not.toEqual([]);
    expect(readConfig(production).brokerage.social).toEqual([]);
    const link = { SOCIAL_LINKEDIN: 'https://www.linkedin.com/company/harbor' };
    expect(readConfig({ ...production, ...link }).brokerage.social).toHaveLength(1);
  });

  it('never repeat a value, which may be a secret', () => {
    const secret = 'secretsecret';
    const errors = errorsOf({ DATABASE_URL: secret, SMTP_URL: secret, ADMIN_EMAIL: secret, PORT: secret });
    expect(errors).toHaveLength(6);
    expect(errors.join()).not.toContain(secret);
  });
});

describe('a setting in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'brokerage-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  function file(content: string): string {
    const path = join(folder, 'setting');
    writeFileSync(path, content);
    return path;
  }

  it('is read without the line end', () => {
    const url = 'postgres://user:secret@db/x';
    expect(readConfig({ DATABASE_URL_FILE: file(`${url}\n`) }).databaseUrl).toBe(url);
  });

  it('follows the rules of the setting, also those of combinations', () => {
    expect(namesIn(errorsOf({ PORT_FILE: file('eighty') }))).toEqual(['PORT']);
    expect(
      readConfig({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD_FILE: file('long enough') }).firstAdmin,
    ).toEqual({ email: 'a@example.com', password: 'long enough' });
  });

  it.each([
    ['is missing', () => join(folder, 'absent'), 'SMTP_URL_FILE: the file cannot be read (ENOENT)'],
    ['is empty', () => file(' \n'), 'SMTP_URL_FILE: the file is empty'],
  ])('is a fault where the file %s', (_what, path, error) => {
    expect(errorsOf({ SMTP_URL_FILE: path() })).toEqual([error]);
  });

  it('is a fault beside the setting itself', () => {
    expect(errorsOf({ PORT: '80', PORT_FILE: file('80') })).toEqual(['PORT and PORT_FILE: set only one']);
  });
});

describe('.env.example', () => {
  const text = readFileSync('.env.example', 'utf8');
  const shown = parseEnv(text.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));

  it('shows every setting and no other', () => {
    expect(Object.keys(shown).sort()).toEqual(Object.keys(settings.shape).sort());
  });

  it('shows nothing that the server would reject', () => {
    expect(errorsOf(shown)).toEqual([]);
  });

  it('shows the defaults where there are some', () => {
    for (const [name, field] of Object.entries(settings.shape)) {
      const standard = field.safeParse(undefined).data;
      if (standard !== undefined && standard !== '') expect(shown[name], name).toBe(String(standard));
    }
  });

  it('has a comment over each of its paragraphs', () => {
    for (const paragraph of text.trim().split('\n\n')) expect(paragraph).toMatch(/^# /);
  });
});
