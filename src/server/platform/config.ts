import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Brokerage } from '../../shared/brokerage.ts';
import { passwordLength } from '../../shared/field-limits.ts';
import { second } from '../../shared/time.ts';
import { isWebAddress } from '../../shared/web-address.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { OperatorError } from './operator-error.ts';

/** Sample identity for development; production rejects it. */
const samples = {
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
const megabyte = 1_000_000;
/** TRUST_PROXY of a server that visitors reach directly, BACKUP_DIR of one that others back up. */
const none = 'none';
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
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_MIGRATE_URL: postgresAddress.optional(),
  DATABASE_POOL: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(2)
    .max(1000)
    .default(10),
  DATABASE_POOLER: onOff.default('off'),
  IMAGES: z.literal('shared-folder', 'must be shared-folder').optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
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
  SECURITY_ANCHOR_EMAIL: z.email('must be an email address').optional(),
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
  CONTENT_EDITORS: z.enum(['members', 'admins'], 'must be members or admins').default('members'),
  GITHUB_API_URL: address.default('https://api.github.com'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  BROKERAGE_NAME: text.min(1).default('Homequest'),
  BROKERAGE_LEGAL_NAME: text.min(1).default(samples.BROKERAGE_LEGAL_NAME),
  BROKERAGE_LICENSE: text
    .regex(/^\d{8}$/, 'must be the 8 digits of the DRE license')
    .default(samples.BROKERAGE_LICENSE),
  OFFICE_PHONE: text.default(samples.OFFICE_PHONE),
  OFFICE_EMAIL: z.email('must be an email address').default(samples.OFFICE_EMAIL),
  OFFICE_ADDRESS: text.default(samples.OFFICE_ADDRESS),
  SOCIAL_FACEBOOK: address.optional(),
  SOCIAL_INSTAGRAM: address.optional(),
  SOCIAL_LINKEDIN: address.optional(),
  SOCIAL_TWITTER: address.optional(),
  SOCIAL_YOUTUBE: address.optional(),
});

const listOf = (value: string) =>
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

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  /** Files of the last builds, for processes of several versions. */
  assetsDir: string;
  databaseUrl: string | undefined;
  /** A standby for reads that may be up to 5 s old. */
  databaseReadUrl: string | undefined;
  databaseMigrateUrl: string | undefined;
  databasePool: number;
  /** PostgreSQL is behind a pooler that reassigns connections after each transaction. */
  databasePooler: boolean;
  firstAdmin: { email: string; password: string } | undefined;
  sampleContent: boolean;
  /** 32 bytes in base64; undefined for the key in DATA_DIR. */
  secretsKey: string | undefined;
  /** Who must have a second factor. */
  secondFactor: z.output<typeof settings>['SECOND_FACTOR'];
  /** The image bucket; without it, images are stored in DATA_DIR. */
  s3: S3Settings | undefined;
  /** Where the server stores a backup each night; undefined for none. */
  backupDir: string | undefined;
  /** BACKUP_DIR=none: someone else sees to backups. */
  backupsDeclined: boolean;
  /** Gets the end of the security log each day. */
  securityAnchorEmail: string | undefined;
  /** The list of erasures outside of the database. */
  erasedFile: string;
  /** For how many days, weeks and months the newest backup is kept. */
  backupKeep: { days: number; weeks: number; months: number };
  /** Encrypts the secrets in backups; without it they are left out. */
  backupPassphrase: string | undefined;
  smtpUrl: string | undefined;
  /** Mail is sent without TLS if the server, which is on this machine, has none. */
  smtpWithoutTls: boolean;
  mailFrom: string;
  /** Proxies whose X-Forwarded-For is trusted; empty means none. */
  trustedProxies: string[];
  /** Milliseconds to continue serving while stopping, so that a proxy notices. */
  drainTime: number;
  /** Where Prometheus reads the metrics; none are measured without it. */
  metrics: { port: number; host: string } | undefined;
  /** Browsers are told to use https for all subdomains of the site, too. */
  hstsSubdomains: boolean;
  rateLimits: boolean;
  /** Max bytes per member: images, and texts with their versions. */
  storage: { images: number; texts: number };
  contentEditors: 'members' | 'admins';
  /** Base URL of the GitHub API, without a trailing slash. */
  githubApiUrl: string;
  logLevel: z.output<typeof settings>['LOG_LEVEL'];
  /** In Parts: as admins have saved it since, at every read. */
  brokerage: Brokerage;
}

export class ConfigError extends OperatorError {
  readonly errors: string[];

  constructor(errors: string[]) {
    const file = resolve('.env');
    const source = existsSync(file)
      ? `from the environment and ${file}`
      : `from the environment; there is no ${file}`;
    super(`The settings cannot be used (${source}):\n${errors.map((error) => `  - ${error}`).join('\n')}`);
    this.errors = errors;
  }
}

/**
 * Reads the settings; empty variables count as unset. NAME_FILE leads to a file with the value of NAME.
 * @throws ConfigError naming every fault at once
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const { given, errors: fileErrors } = withFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim())),
  );
  const parsed = settings.safeParse(given);
  const errors = [
    ...fileErrors,
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...combinationErrors(given),
  ];
  // What is misspelled is often why something else is missing.
  if (!parsed.success || errors.length > 0) throw new ConfigError([...errors, ...warningsOf(environment)]);
  return toConfig(parsed.data);
}

/** What is probably meant as a setting, as sentences; no reason not to start. */
export const warningsOf = (environment: Record<string, string | undefined>): string[] =>
  misspelledSettings(environment, Object.keys(settings.shape));

/** Secrets as Docker, Kubernetes and systemd mount them. Errors name the file's setting, never its content. */
function withFiles(environment: Record<string, string | undefined>) {
  const given = { ...environment };
  const errors: string[] = [];
  for (const name of Object.keys(settings.shape)) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      errors.push(`${name} and ${name}_FILE: set only one`);
      continue;
    }
    try {
      const value = readFileSync(file.trim(), 'utf8').trim();
      if (value) given[name] = value;
      else errors.push(`${name}_FILE: the file is empty`);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
      errors.push(`${name}_FILE: the file cannot be read${code}`);
    }
  }
  return { given, errors };
}

function combinationErrors(given: Record<string, string | undefined>): string[] {
  const errors: string[] = [];
  if (Boolean(given.ADMIN_EMAIL) !== Boolean(given.ADMIN_PASSWORD)) {
    errors.push('ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither');
  }
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = s3.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < s3.length) {
    errors.push(`${missing.join(', ')}: needed with the other S3 settings`);
  }
  if (given.DATABASE_READ_URL && !given.DATABASE_URL) {
    errors.push('DATABASE_READ_URL: needs DATABASE_URL, the primary that it follows');
  }
  if (given.DATABASE_MIGRATE_URL && !given.DATABASE_URL)
    errors.push('DATABASE_URL: needed with DATABASE_MIGRATE_URL');
  if (given.SMTP_TLS?.trim() === 'optional' && given.SMTP_URL && !isOnThisMachine(given.SMTP_URL)) {
    errors.push('SMTP_TLS: can be optional only for a mail server on this machine');
  }
  if (given.SMTP_URL && !given.MAIL_FROM) errors.push('MAIL_FROM: needed when SMTP_URL is set');
  return given.NODE_ENV?.trim() === 'production' ? [...errors, ...productionErrors(given)] : errors;
}

const isOnThisMachine = (url: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(url.trim())?.hostname ?? '');

function productionErrors(given: Record<string, string | undefined>): string[] {
  const errors: string[] = [];
  if (!given.BASE_URL) errors.push('BASE_URL: the public address of the site is needed in production');
  for (const [name, sample] of Object.entries(samples)) {
    const value = given[name]?.trim() ?? sample;
    if (value === sample) errors.push(`${name}: needed in production, in place of the sample "${sample}"`);
  }
  if (given.DATABASE_URL && !given.S3_BUCKET && !given.IMAGES) {
    errors.push(
      'IMAGES: with PostgreSQL, images belong where every machine finds them: set the S3 settings, or ' +
        'IMAGES=shared-folder if DATA_DIR is the same folder on all of them',
    );
  }
  if (given.BASE_URL?.trim().startsWith('https:') && !given.TRUST_PROXY) {
    errors.push(
      'TRUST_PROXY: the address of the proxy that ends TLS, such as 127.0.0.1, is needed with an https BASE_URL; ' +
        'without it all visitors share one address and its limits. Set it to none if there is no proxy',
    );
  }
  if (given.RATE_LIMITS === 'off') errors.push("RATE_LIMITS: can't be off in production");
  if (given.SAMPLE_CONTENT === 'on') errors.push("SAMPLE_CONTENT: can't be on in production");
  return errors;
}

function toConfig(values: z.output<typeof settings>): Config {
  const production = values.NODE_ENV === 'production';
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(values.DATA_DIR),
    assetsDir: resolve(values.ASSETS_DIR ?? join(values.DATA_DIR, 'assets')),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseMigrateUrl: values.DATABASE_MIGRATE_URL,
    databasePool: values.DATABASE_POOL,
    databasePooler: values.DATABASE_POOLER === 'on',
    firstAdmin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL.toLowerCase(), password: values.ADMIN_PASSWORD }
        : undefined,
    sampleContent: values.SAMPLE_CONTENT === 'on',
    secretsKey: values.SECRETS_KEY,
    secondFactor: values.SECOND_FACTOR,
    s3: s3Settings(values),
    backupDir: values.BACKUP_DIR && values.BACKUP_DIR !== none ? resolve(values.BACKUP_DIR) : undefined,
    backupsDeclined: values.BACKUP_DIR === none,
    securityAnchorEmail: values.SECURITY_ANCHOR_EMAIL?.toLowerCase(),
    erasedFile: resolve(values.ERASED_FILE ?? join(values.DATA_DIR, 'erased.ndjson')),
    backupKeep: keptBackups(values.BACKUP_KEEP),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    smtpUrl: values.SMTP_URL,
    // On this machine nobody is on the way.
    smtpWithoutTls:
      (values.SMTP_TLS ?? (isOnThisMachine(values.SMTP_URL ?? '') ? 'optional' : 'required')) === 'optional',
    mailFrom: values.MAIL_FROM ?? values.OFFICE_EMAIL,
    trustedProxies: values.TRUST_PROXY === none ? [] : listOf(values.TRUST_PROXY),
    drainTime: (values.DRAIN_SECONDS ?? (production ? 1 : 0)) * second,
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    rateLimits: values.RATE_LIMITS === 'on',
    storage: {
      images: values.STORAGE_IMAGES_MB * megabyte,
      texts: values.STORAGE_TEXTS_MB * megabyte,
    },
    contentEditors: values.CONTENT_EDITORS,
    githubApiUrl: values.GITHUB_API_URL.replace(/\/+$/, ''),
    logLevel: values.LOG_LEVEL,
    brokerage: {
      name: values.BROKERAGE_NAME,
      legalName: values.BROKERAGE_LEGAL_NAME,
      license: values.BROKERAGE_LICENSE,
      phone: values.OFFICE_PHONE,
      email: values.OFFICE_EMAIL,
      address: values.OFFICE_ADDRESS,
      hours: '',
      logo_id: null,
      baseUrl: (values.BASE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
      social: socialLinks(values),
    },
  };
}

function keptBackups(text: string): Config['backupKeep'] {
  const numberOf = (unit: string) =>
    Number.parseInt(listOf(text).find((part) => part.endsWith(unit)) ?? '0', 10);
  return { days: numberOf('d'), weeks: numberOf('w'), months: numberOf('m') };
}

function s3Settings(values: z.output<typeof settings>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** Outside production the networks' front pages stand in as obvious samples. */
function socialLinks(values: z.output<typeof settings>): Brokerage['social'] {
  const links = [
    { name: 'Facebook', url: values.SOCIAL_FACEBOOK },
    { name: 'Instagram', url: values.SOCIAL_INSTAGRAM },
    { name: 'LinkedIn', url: values.SOCIAL_LINKEDIN },
    { name: 'X (Twitter)', url: values.SOCIAL_TWITTER },
    { name: 'YouTube', url: values.SOCIAL_YOUTUBE },
  ].flatMap(({ name, url }) => (url ? [{ name, url }] : []));
  if (links.length > 0 || values.NODE_ENV === 'production') return links;
  return [
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ];
}
