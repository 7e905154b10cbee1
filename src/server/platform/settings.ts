import { isIP } from 'node:net';
import { z } from 'zod';
import { passwordLength } from '../../shared/field-limits.ts';
import { email } from '../../shared/fields.ts';
import { isWebAddress } from '../../shared/web-address.ts';

/** Sample identity for development; production rejects it. */
export const samples = {
  BROKERAGE_LEGAL_NAME: 'Homequest Realty (sample), Inc.',
  BROKERAGE_LICENSE: '01234567',
  OFFICE_PHONE: '(555) 010-0100',
  OFFICE_EMAIL: 'office@example.com',
  OFFICE_ADDRESS: '100 Sample Street, Los Angeles, CA 90001',
};

const text = z.string().trim();
const address = text.refine(isWebAddress, 'must be an address starting with http:// or https://');
const isAddress = (value: string) => URL.canParse(value) && !value.includes('#');
const addressError = 'is not a valid address; in a password, write @, / and # as %40, %2F and %23';
const postgresAddress = text
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .refine(isAddress, addressError);
const sender = /^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/;
export const megabyte = 1_000_000;
/** TRUST_PROXY of a server that visitors reach directly, BACKUP_DIR of one that others back up. */
export const none = 'none';
const onOff = z.enum(['on', 'off'], 'must be on or off');
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const size = 'must be a number of megabytes from 1 to 1000000';
const megabytes = z.coerce.number(size).int(size).min(1, size).max(1_000_000, size);
const isKey = (value: string) =>
  /^[A-Za-z0-9+/]{43}=$/.test(value) && Buffer.from(value, 'base64').length === 32;
const portNumber = 'must be a port number from 0 to 65535';

/** .env.example explains each setting. */
export const settings = z.object({
  // A misspelt "production" must not start a server that accepts samples.
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be production, development or test')
    .default('development'),
  PORT: z.coerce.number(portNumber).int(portNumber).min(0, portNumber).max(65_535, portNumber).default(3000),
  HOST: text.optional(),
  BASE_URL: address
    .refine(isOrigin, 'must end after the host name: the site cannot run below a path')
    .optional(),
  DATA_DIR: text.default('data'),
  ASSETS_DIR: text.optional(),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_MIGRATE_URL: postgresAddress.optional(),
  DATABASE_POOL: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(2)
    .max(1000)
    .default(10),
  DATABASE_POOLER: onOff.default('off'),
  IMAGES: z.literal('shared-folder', 'must be shared-folder').optional(),
  ADMIN_EMAIL: email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(passwordLength.min, `must have at least ${passwordLength.min} characters`)
    .max(passwordLength.max)
    .optional(),
  SAMPLE_CONTENT: onOff.default('off'),
  SECRETS_KEY: text.refine(isKey, 'must be 32 bytes in base64: openssl rand -base64 32').optional(),
  SECOND_FACTOR: z
    .enum(['optional', 'admins', 'everyone'], 'must be optional, admins or everyone')
    .default('optional'),
  S3_ENDPOINT: address.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_BUCKET: text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  SMTP_URL: text
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://', abort: true })
    .refine(isAddress, addressError)
    .refine((url) => !/[?&](require|ignore)tls=/i.test(url), 'must leave TLS to the setting SMTP_TLS')
    .optional(),
  SMTP_TLS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  MAIL_FROM: text.regex(sender, 'must be an email address, or a name and an address in <>').optional(),
  TRUST_PROXY: text
    .refine(
      (value) => value === none || listOf(value).every(isProxyAddress),
      'must list IP addresses or ranges such as 10.0.0.0/8, or be none',
    )
    .default(''),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be 0 or more')
    .max(60, 'must be at most 60')
    .optional(),
  METRICS_PORT: z.coerce
    .number(portNumber)
    .int(portNumber)
    .min(0, portNumber)
    .max(65_535, portNumber)
    .optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  HSTS_SUBDOMAINS: onOff.default('off'),
  BACKUP_DIR: text.optional(),
  SECURITY_ANCHOR_EMAIL: email('must be an email address').optional(),
  ERASED_FILE: text.optional(),
  BACKUP_KEEP: text
    .regex(/^\d{1,3}[dwm](,\d{1,3}[dwm])*$/, 'must list numbers of days, weeks and months such as 7d,4w,6m')
    .default('7d,4w'),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(1000, 'must have at most 1000 characters')
    .optional(),
  RATE_LIMITS: onOff.default('on'),
  STORAGE_IMAGES_MB: megabytes.default(200),
  STORAGE_TEXTS_MB: megabytes.default(50),
  // A site starts with it; the setting of the office counts once there is one.
  CONTENT_EDITORS: z.enum(['members', 'admins'], 'must be members or admins').default('members'),
  HANDBOOK_EDITORS: z.enum(['members', 'admins'], 'must be members or admins').default('admins'),
  GITHUB_API_URL: address.default('https://api.github.com'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  BROKERAGE_NAME: text.min(1).default('Homequest'),
  BROKERAGE_LEGAL_NAME: text.min(1).default(samples.BROKERAGE_LEGAL_NAME),
  BROKERAGE_LICENSE: text
    .regex(/^\d{8}$/, 'must be the 8 digits of the DRE license')
    .default(samples.BROKERAGE_LICENSE),
  OFFICE_PHONE: text.default(samples.OFFICE_PHONE),
  OFFICE_EMAIL: email('must be an email address').default(samples.OFFICE_EMAIL),
  OFFICE_ADDRESS: text.default(samples.OFFICE_ADDRESS),
  SOCIAL_FACEBOOK: address.optional(),
  SOCIAL_INSTAGRAM: address.optional(),
  SOCIAL_LINKEDIN: address.optional(),
  SOCIAL_TWITTER: address.optional(),
  SOCIAL_YOUTUBE: address.optional(),
});

/** The entries of a list with commas. */
export const listOf = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url === null || (url.pathname === '/' && url.search === '' && url.hash === '');
}

function isProxyAddress(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  const isRange =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= maxBits);
  return isIP(address) > 0 && isRange && rest.length === 0;
}

export type Settings = z.output<typeof settings>;
