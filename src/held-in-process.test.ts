import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { accountHoldings } from '../test/account-holdings.ts';
import { streams } from './server/features/docs/special-calls.ts';
import { apiContract } from './shared/api.contract.ts';

type Kind = keyof typeof accountHoldings;

/** Held per account: a kind of docs/security.md S16.1, which has a row in the table and a probe. */
const ofAccounts: Record<string, Kind> = {
  'features/personal-data/personal-data.routes.ts': 'longAnswers',
  'features/posts/live-feed.ts': 'liveFeeds',
  'platform/csv.ts': 'longAnswers',
};

/** Held for no account, or for no longer than a call, with the reason. */
const ofNobody: Record<string, string> = {
  'features/agreements/agreements.routes.ts': 'a file that was made whole before its first byte',
  'features/agreements/signing.service.ts': 'agreements being drawn now',
  'features/auth/passwords/password-rules.ts': 'the common passwords',
  'features/auth/passwords/passwords.ts': 'how many are hashed now',
  'features/backup/check-archive.ts': 'a restore that runs',
  'features/backup/read-archive.ts': 'a restore that runs',
  'features/backup/restore.ts': 'a restore that runs',
  'features/backup/write-archive.ts': 'a backup that runs',
  'features/compliance/compliance.routes.ts': 'a file that was made whole before its first byte',
  'features/closings/closings.routes.ts': 'files that were made whole before their first byte',
  'features/fees/fees.routes.ts': 'a file that was made whole before its first byte',
  'features/images/known-images.ts': 'kinds of images by id',
  'features/backup/tar.ts': 'an archive while it is read',
  'features/dues/invoice.service.ts': 'an invoice that was drawn whole before its first byte',
  'features/import/json-documents.ts': 'an import that runs',
  'features/import/report.ts': 'an import that runs',
  'features/member-files/approved-closings.ts': 'members whose change a transaction makes',
  'features/profiles/github.ts': 'public repositories by name',
  'features/statement/draw-text.ts': 'letters as pictures',
  'features/statement/statement-pictures.ts': 'pictures of calculations',
  'features/users/bulk-invitations.routes.ts': 'a file that was read whole before its first byte',
  'platform/db/postgres-connection.ts': 'connections of the pool',
  'platform/db/postgres.ts': 'the state of the pool',
  'platform/db/sqlite.ts': 'statements, and which file is open',
  'platform/db/write-permits.ts': 'calls that wait',
  'platform/erasures/erased-files.ts': 'what the lists of erasures have',
  'platform/http/api-limit.ts': 'how often someone called',
  'platform/http/asset-archive.ts': 'names of files',
  'platform/http/loop-watch.ts': 'pauses of the process',
  'platform/http/request-log.ts': 'refused calls by address, for a minute',
  'platform/images/s3-store.ts': 'an image while it is sent',
  'platform/jobs/jobs.ts': 'jobs',
  'platform/mail/mail.worker.ts': 'emails being sent now',
  'platform/metrics/histogram.ts': 'figures',
  'platform/metrics/history.ts': 'figures of the last hour',
  'platform/metrics/metrics.ts': 'figures',
  'platform/pages/dev-site.ts': 'development alone',
  'platform/pages/page-cache.ts': 'public pages',
  'platform/pdf-check/pdf-values.ts': 'names of one PDF, in a process of its own',
  'platform/pdf/make-pdf.ts': 'the thread, and documents that wait for it in a call',
  'platform/pdf/pdf-faces.ts': 'fonts',
  'platform/places/place-watch.ts': 'folders of the settings',
  'platform/visits/is-robot.ts': 'names of programs',
  'platform/visits/visit-counter.ts': 'counts without persons',
  'platform/visits/visit-limits.ts': 'addresses of visitors, for half an hour',
  'platform/zip.ts': 'a file while it is made',
};

const streaming = /Readable\.from\(|\.hijack\(|reply\.raw\b|new PassThrough\(|pipeline\(|new EventEmitter\(/;
/** A collection that changes, of a module or an object; those with their members in the source are constants. */
const collecting =
  /^((export )?const \w+(: [^=\n]+)?| {2}(readonly )?#?\w+(: [^=\n]+)?) = new (Map|Set|WeakMap|WeakSet)(<[^\n]*>)?\(\);?$|^(const|let) \w+(: [^=\n]+)? = \[\];|^ {2}(readonly )?#?\w+: [^=\n]+ = \[\];|^let \w+/m;

const source = (file: string) => readFileSync(`src/server/${file}`, 'utf8');

it('a process holds state only in these files, each for a kind of account holding or for no account', () => {
  const found = globSync('**/*.ts', { cwd: 'src/server' }).filter(
    (file) => !file.endsWith('.test.ts') && (streaming.test(source(file)) || collecting.test(source(file))),
  );
  expect(found.sort()).toEqual(Object.keys({ ...ofAccounts, ...ofNobody }).sort());
});

/** Sent from the store, or made whole before their first byte: nothing is read on for the account. */
const whole = [
  'GET /api/agreements/:id/pdf',
  'GET /api/agreements/mine/:id/pdf',
  'GET /api/agreements/mine/review/pdf',
  'GET /api/closings/:id/letters/:number',
  'GET /api/compliance/files/:id',
  'GET /api/compliance/members/:id/folder',
  'GET /api/dues/:id/invoice',
  'GET /api/dues/me/:id/invoice',
  'GET /api/education/files/:id',
  'GET /api/handbook/files/:id',
  'GET /api/my-closing-years/:year/csv',
  'GET /api/my-closings/:id/letters/:number',
  'GET /api/my-closings/:id/statement',
  'GET /api/users/bulk/:id/failed',
  'POST /api/agreements/text/preview',
  'POST /api/fees/preview/pdf',
  'POST /api/join/copy',
];

it('each call that answers with a file or a stream belongs to a kind', () => {
  const calls = Object.entries(apiContract).filter(([, call]) => 'produces' in call);
  const keys = [...calls.map(([key]) => key), ...streams];
  expect(whole.filter((key) => !keys.includes(key))).toEqual([]);
  expect(keys.filter((key) => !whole.includes(key)).sort()).toEqual([
    'GET /api/bookkeeping/export',
    'GET /api/bookkeeping/journal/:number',
    'GET /api/closings/export',
    'GET /api/compliance/csv',
    'GET /api/dues/export',
    'GET /api/exports/:id/file',
    'GET /api/handbook/acknowledgements/csv',
    'GET /api/leads/export',
    'GET /api/payees/:year/csv',
    'GET /api/posts/events',
    'GET /api/users/export',
  ]);
});

it('the generators of long answers ask between their parts whether the account may read on', () => {
  const makers = [
    'features/bookkeeping/export-journal.ts',
    'features/bookkeeping/export-report.ts',
    'features/closings/export-closings.ts',
    'features/compliance/desk-csv.ts',
    'features/dues/export-dues.ts',
    'features/handbook/acknowledgements.service.ts',
    'features/leads/leads.service.ts',
    'features/payees/export-payees.ts',
    'features/personal-data/exports.service.ts',
    'features/users/export-users.ts',
  ];
  for (const file of makers)
    expect([file, source(file)]).toEqual([file, expect.stringContaining('requireStillReading(')]);
});
