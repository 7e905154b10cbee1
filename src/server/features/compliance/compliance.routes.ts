import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  complianceContract,
  complianceFilesContract,
} from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { sendDocument } from '../documents/documents.service.ts';
import { withDocumentUpload } from '../documents/read-document.ts';
import { acceptUploads } from '../images/accept-uploads.ts';
import { getComplianceSettings, saveComplianceSettings } from './compliance-settings.service.ts';
import { countStopped, readDesk } from './desk.service.ts';
import { exportDesk } from './desk-csv.ts';
import {
  addOfBrokerage,
  addToFile,
  attachFile,
  decide,
  documentForOffice,
  listOfBrokerage,
  readAsOffice,
  settleEntry,
  withdraw,
} from './files.service.ts';
import { makeFolder } from './folder.ts';
import { noteLeaving, readLeaving } from './leaving.service.ts';
import { checkLicense, nextCheck } from './looks.service.ts';

export function complianceRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, complianceContract, {
    'GET /api/compliance': ({ query, actor }) =>
      // Searched while typing: no rate limit.
      runSlowRead(parts, actor, (from) => readDesk(from, actor, query)),
    'GET /api/compliance/csv': async ({ query, actor, reply }) => {
      const filename = `compliance-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(run: (from: Database) => Promise<T>) => parts.slowReads.run(turnOf(actor), db, run);
      return streamedCsv(exportDesk({ db, read }, actor, query, filename));
    },
    'GET /api/compliance/stopped': async () => ({ count: await countStopped(db) }),
    'GET /api/compliance/settings': async ({ reply }) => {
      const { settings, version } = await getComplianceSettings(db);
      sendVersion(reply, version);
      return settings;
    },
    'PUT /api/compliance/settings': async ({ body, actor, request, reply }) => {
      const saved = await saveComplianceSettings(db, actor, body, expectedVersions(request));
      sendVersion(reply, saved.version);
      return saved.settings;
    },
    'GET /api/compliance/checks': ({ query: { skip }, actor }) => nextCheck(db, actor, skip),
    'GET /api/compliance/brokerage': () => listOfBrokerage(db),
    'POST /api/compliance/brokerage': ({ body, actor, idempotencyKey }) =>
      addOfBrokerage(db, actor, body, idempotencyKey),
    'GET /api/compliance/members/:id': ({ params, actor }) => readAsOffice(db, actor, params.id),
    'GET /api/compliance/members/:id/folder': async ({ params, actor, reply }) => {
      const { pdf, filename } = await makeFolder(parts, actor, params.id);
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      return Readable.from([Buffer.from(pdf)]);
    },
    'POST /api/compliance/members/:id/entries': ({ params, body, actor, idempotencyKey }) =>
      addToFile(parts, actor, params.id, body, idempotencyKey),
    'GET /api/compliance/members/:id/leaving': ({ params, actor }) => readLeaving(db, actor, params.id),
    'POST /api/compliance/members/:id/leaving': ({ params, body, actor }) =>
      noteLeaving(parts, actor, params.id, body),
    'POST /api/compliance/members/:id/check': ({ params, body, actor, idempotencyKey }) =>
      checkLicense(parts, actor, params.id, body, idempotencyKey),
    'POST /api/compliance/entries/:id/done': ({ params, body, actor }) =>
      settleEntry(parts, actor, params.id, body),
    'POST /api/compliance/entries/:id/decide': ({ params, body, actor }) =>
      decide(parts, actor, params.id, body),
    'POST /api/compliance/entries/:id/withdraw': async ({ params, body, actor }) => {
      await withdraw(parts, actor, params.id, body.reason);
      return { msg: 'Entry withdrawn' };
    },
  });
}

/** Register in a scope of its own, for acceptUploads. */
export function complianceFilesRoutes(app: FastifyInstance, parts: Parts): void {
  acceptUploads(app);
  apiRoutes(app, parts, complianceFilesContract, {
    'POST /api/compliance/entries/:id/file': ({ params, actor, request }) =>
      withDocumentUpload(parts, actor, request, (upload) => attachFile(parts, actor, params.id, upload)),
    'GET /api/compliance/files/:id': async ({ params, actor, reply }) =>
      sendDocument(parts, reply, await documentForOffice(parts.db, actor, params.id)),
  });
}
