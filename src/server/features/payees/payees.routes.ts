import type { FastifyInstance } from 'fastify';
import { payeesContract } from '../../../shared/payees/payees.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { exportPayees } from './export-payees.ts';
import { readPayees } from './payees.service.ts';
import { readThreshold, saveThreshold } from './thresholds.service.ts';

export function payeesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, payeesContract, {
    'GET /api/payees/:year': ({ actor, params, query }) =>
      runSlowRead(parts, actor, (from) => readPayees(from, Number(params.year), query)),
    'GET /api/payees/:year/csv': async ({ actor, params, query, reply }) => {
      const filename = `payees-${params.year}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(run: (from: Database) => Promise<T>) => parts.slowReads.run(turnOf(actor), db, run);
      const wanted = { year: Number(params.year), ...query };
      return streamedCsv(exportPayees({ db, read }, actor, wanted, filename));
    },
    'GET /api/payees/:year/threshold': async ({ params, reply }) => {
      const { threshold, version } = await readThreshold(db, Number(params.year));
      sendVersion(reply, version);
      return threshold;
    },
    'PUT /api/payees/:year/threshold': async ({ actor, params, body, request, reply }) => {
      const expected = expectedVersions(request);
      const { threshold, version } = await saveThreshold(db, actor, Number(params.year), body, expected);
      sendVersion(reply, version);
      return threshold;
    },
  });
}
