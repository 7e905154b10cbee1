import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataMap } from './server/tables/data-map.ts';
import type { TableRule } from './server/tables/rules.ts';

/** The places that a new feature may forget and no compiler asks for; CONTRIBUTING.md has all of them. */
interface Place {
  has: (feature: string) => boolean;
  /** Features that need none. */
  without: string[];
}

const read = (pattern: string) =>
  globSync(pattern)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
const features = globSync('src/server/features/*').map(
  (path) => path.replaceAll('\\', '/').split('/').at(-1) ?? '',
);
const of = (feature: string) => read(`src/server/features/${feature}/**/*.ts`);
const app = read('src/server/app.ts');
const contracts = read('src/shared/api.contract.ts');
const samples = read('src/server/features/sample/*.ts');

/** Parts of other features, or of the server. */
const inner = ['documents', 'member-files', 'storage'];
const places: Record<string, Place> = {
  'routes in src/server/app.ts': {
    has: (feature) => app.includes(`/features/${feature}/`),
    without: [...inner, 'retention'],
  },
  'calls in src/shared/api.contract.ts': {
    has: (feature) => contracts.includes(`./${feature}/${feature}.contract.ts`),
    without: [...inner, 'docs', 'import', 'retention', 'site', 'statement'],
  },
  'a test beside it': {
    has: (feature) => globSync(`src/server/features/${feature}/**/*.test.ts`).length > 0,
    // Tested in compliance, whose desk shows member files.
    without: ['member-files'],
  },
  'a folder of its name in src/web/office or src/web/site': {
    has: (feature) => ['office', 'site'].some((part) => existsSync(`src/web/${part}/${feature}`)),
    // The search is office/palette; the system's screen has the backups; the calculator has the statement.
    without: [...inner, 'backup', 'import', 'retention', 'search', 'statement'],
  },
  'sample content in features/sample/': {
    has: (feature) => samples.includes(`'../${feature}/`),
    without: [
      // They only show events, or content of other features.
      'audit',
      'insights',
      'notifications',
      'outbox',
      'search',
      'system',
      'setup',
      'waiting',
      'mentions',
      'images',
      'payees',
      // Settings, secrets, and what people ask for by law: invented ones would be taken for real.
      'api-tokens',
      'factors',
      'mail-texts',
      'fees',
      'webhooks',
      'moderation',
      'personal-data',
      'privacy',
      'publishing',
      'review',
      'site',
      // Without content.
      'backup',
      'docs',
      'import',
      'retention',
      'sample',
      'statement',
      'storage',
      // Other features make their samples: the contact form makes leads, and the rest comes with members and their files.
      'contact',
      'compliance',
      'education',
      'licenses',
    ],
  },
  'recordAuditEvent for what staff change': {
    has: (feature) => /record(?:Post)?AuditEvent/.test(of(feature)),
    without: [
      // Into the security log.
      'auth',
      'factors',
      // The entries of a member's file say who made them and when; a lead says what the form sent.
      'documents',
      'education',
      'contact',
      // Members do these for themselves.
      'images',
      'mentions',
      'notifications',
      'profiles',
      // Nothing is changed.
      'audit',
      'backup',
      'docs',
      'insights',
      'sample',
      'search',
      'security-log',
      'statement',
      'storage',
      'system',
      'setup',
      'waiting',
    ],
  },
};

describe.each(Object.entries(places))('%s', (_, { has, without }) => {
  it('is there, or not needed', () => {
    expect(features.filter((feature) => !has(feature) && !without.includes(feature))).toEqual([]);
  });

  it('is needed where it is there', () => {
    expect(without.filter((feature) => has(feature) || !features.includes(feature))).toEqual([]);
  });
});

describe('Personal data of a table', () => {
  const code = read('src/server/{features,platform}/**/*.ts');
  const isDeleted = (table: string) =>
    new RegExp(`(?:deleteFrom\\(|deleteInBatches\\(\\w+,)\\s*'${table}'`).test(code);
  /** By the foreign key to what is deleted, such as the account, the lead or the closing. */
  const goWithAnother = [
    'bulk_invitation_rows',
    'bulk_invitations',
    'education',
    'experience',
    'licenses',
    'handbook_acknowledgements',
    'handbook_reminders',
    'lead_digests',
    'testimonial_authors',
    'webhook_makers',
    'member_file_entries',
    'lead_events',
    'lead_notes',
    'application_events',
    'closing_charges',
    'closing_corrections',
    'closing_events',
  ];
  /** Only the link to who saved them is personal, and a hash or a key of an address. */
  const stay = [
    'agreement_settings',
    'compliance_settings',
    'fee_versions',
    'handbook_editions',
    'tombstones',
  ];
  const rules: [string, TableRule][] = Object.entries(dataMap);
  const personal = rules
    .filter(([, { columns }]) => Object.values(columns).some((column) => column.class === 'personal'))
    .map(([table]) => table);

  it('is deleted at some time', () => {
    const known = [...goWithAnother, ...stay];
    expect(personal.filter((table) => !isDeleted(table) && !known.includes(table))).toEqual([]);
    expect(known.filter((table) => isDeleted(table) || !personal.includes(table))).toEqual([]);
  });
});
