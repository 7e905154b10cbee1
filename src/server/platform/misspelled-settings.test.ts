import { expect, it } from 'vitest';
import { readConfig, warningsOf } from './config.ts';

it.each([
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['trust_proxy', 'TRUST_PROXY'],
  ['BASE_ULR', 'BASE_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['S3_BUKET', 'S3_BUCKET'],
  ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
  ['BROKERAGE_LICENCE', 'BROKERAGE_LICENSE'],
  ['BACKUPDIR', 'BACKUP_DIR'],
])('%s was meant as %s', (name, meant) => {
  expect(warningsOf({ [name]: 'value' })).toEqual([`${name}: did you mean ${meant}?`]);
});

it.each([
  'PATH',
  'HOME',
  'HOSTNAME',
  'SHELL',
  'USER',
  'LANG',
  'BASH_ENV',
  'PWD',
  'npm_config_cache',
  'XDG_DATA_DIRS',
  'BROKERAGE_NODE',
  'TO_DATABASE_URL',
  'BROKERAGE_SERVICE_HOST',
  'INVOCATION_ID',
])('%s is of another program', (name) => {
  expect(warningsOf({ [name]: 'value' })).toEqual([]);
});

it('a variable without a value, and a setting, are none', () => {
  expect(warningsOf({ TRUST_PROXI: ' ', TRUST_PROXY: 'none', SMTP_URL_FILE: '/run/secrets/smtp' })).toEqual(
    [],
  );
});

it('stands beside the faults that it is often the reason of', () => {
  expect(() => readConfig({ PORT: 'eighty', TRUST_PROXI: '127.0.0.1' })).toThrow(
    /PORT: [\s\S]*TRUST_PROXI: did you mean TRUST_PROXY\?/,
  );
});
