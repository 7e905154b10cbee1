import type { FastifyInstance } from 'fastify';
import { bookkeepingContract } from '../../../shared/bookkeeping/bookkeeping.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { exportJournal } from './export-journal.ts';
import { exportReport } from './export-report.ts';
import { makeExport, readAccounts, readJournal, saveAccounts } from './journal.service.ts';
import {
  demandRange,
  listSources,
  readDeductions,
  readIncome,
  readProduction,
  readPromise,
} from './reports.service.ts';

export function bookkeepingRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, bookkeepingContract, {
    'GET /api/bookkeeping/income': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => readIncome(from, query)),
    'GET /api/bookkeeping/production': ({ query: { sort, skip, ...range }, actor }) =>
      runSlowRead(parts, actor, (from) => readProduction(from, range, { sort, skip })),
    'GET /api/bookkeeping/deductions': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => readDeductions(from, query)),
    'GET /api/bookkeeping/promise': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => readPromise(from, query)),
    'GET /api/bookkeeping/sources': async ({
      query: { limit, cursor, ...filter },
      actor,
      request,
      reply,
    }) => {
      const after = decodeCursor(cursor);
      const page = await runSlowRead(parts, actor, (from) => listSources(from, filter, { limit, after }));
      const { next, ...answer } = page;
      linkNext(reply, request.url, next);
      return answer;
    },
    'GET /api/bookkeeping/export': async ({ query, actor, reply }) => {
      demandRange(query);
      const filename = `${query.report}-${query.from}-${query.to}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(run: (from: Database) => Promise<T>) => parts.slowReads.run(turnOf(actor), db, run);
      return streamedCsv(exportReport({ db, read }, actor, query, filename));
    },
    'GET /api/bookkeeping/journal': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => readJournal(from, query)),
    'GET /api/bookkeeping/journal/accounts': async ({ reply }) => {
      const { names, version } = await readAccounts(db);
      sendVersion(reply, version);
      return names;
    },
    'PUT /api/bookkeeping/journal/accounts': async ({ actor, body, request, reply }) => {
      const { names, version } = await saveAccounts(db, actor, body, expectedVersions(request));
      sendVersion(reply, version);
      return names;
    },
    'POST /api/bookkeeping/journal': ({ actor, body }) => makeExport(db, actor, body),
    'GET /api/bookkeeping/journal/:number': async ({ actor, params: { number }, reply }) => {
      reply.header('content-disposition', `attachment; filename="quickbooks-${number}.csv"`);
      return streamedCsv(exportJournal(db, actor, number));
    },
  });
}
