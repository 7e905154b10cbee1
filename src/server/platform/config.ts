import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Brokerage } from '../../shared/site/brokerage.ts';
import { second } from '../../shared/time.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { OperatorError } from './operator-error.ts';
import { listOf, megabyte, none, type Settings, samples, settings } from './settings.ts';

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
  databaseMigrateUrl: string | undefined;
  databasePool: number;
  /** PostgreSQL is behind a pooler that reassigns connections after each transaction. */
  databasePooler: boolean;
  firstAdmin: { email: string; password: string } | undefined;
  sampleContent: boolean;
  /** 32 bytes in base64; undefined for the key in DATA_DIR. */
  secretsKey: string | undefined;
  /** Says which users must have a second factor. */
  secondFactor: Settings['SECOND_FACTOR'];
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
  /** Members only where they are content editors, too: both write in the writing room of articles. */
  handbookEditors: 'members' | 'admins';
  /** Base URL of the GitHub API, without a trailing slash. */
  githubApiUrl: string;
  logLevel: Settings['LOG_LEVEL'];
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
  // A misspelled name is often why another setting is missing.
  if (!parsed.success || errors.length > 0) throw new ConfigError([...errors, ...warningsOf(environment)]);
  return toConfig(parsed.data);
}

/** Sentences about variables that are probably meant as settings. They do not keep the server from starting. */
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
  if (given.DATABASE_MIGRATE_URL && !given.DATABASE_URL)
    errors.push('DATABASE_URL: needed with DATABASE_MIGRATE_URL');
  if (given.SMTP_TLS?.trim() === 'optional' && given.SMTP_URL && !isOnThisMachine(given.SMTP_URL)) {
    errors.push('SMTP_TLS: can be optional only for a mail server on this machine');
  }
  if (given.HANDBOOK_EDITORS?.trim() === 'members' && given.CONTENT_EDITORS?.trim() === 'admins')
    errors.push('HANDBOOK_EDITORS: can be members only where CONTENT_EDITORS is members');
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

function toConfig(values: Settings): Config {
  const production = values.NODE_ENV === 'production';
  return {
    production,
    port: values.PORT,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(values.DATA_DIR),
    assetsDir: resolve(values.ASSETS_DIR ?? join(values.DATA_DIR, 'assets')),
    databaseUrl: values.DATABASE_URL,
    databaseMigrateUrl: values.DATABASE_MIGRATE_URL,
    databasePool: values.DATABASE_POOL,
    databasePooler: values.DATABASE_POOLER === 'on',
    firstAdmin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    sampleContent: values.SAMPLE_CONTENT === 'on',
    secretsKey: values.SECRETS_KEY,
    secondFactor: values.SECOND_FACTOR,
    s3: s3Settings(values),
    backupDir: values.BACKUP_DIR && values.BACKUP_DIR !== none ? resolve(values.BACKUP_DIR) : undefined,
    backupsDeclined: values.BACKUP_DIR === none,
    securityAnchorEmail: values.SECURITY_ANCHOR_EMAIL,
    erasedFile: resolve(values.ERASED_FILE ?? join(values.DATA_DIR, 'erased.ndjson')),
    backupKeep: keptBackups(values.BACKUP_KEEP),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    smtpUrl: values.SMTP_URL,
    // No one can listen in within this machine.
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
    handbookEditors: values.HANDBOOK_EDITORS,
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

function s3Settings(values: Settings): S3Settings | undefined {
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
function socialLinks(values: Settings): Brokerage['social'] {
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
