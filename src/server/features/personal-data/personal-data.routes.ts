import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { personalDataContract } from '../../../shared/personal-data/personal-data.contract.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { agreementsKeptUntil } from '../agreements/kept-until.ts';
import { erasePerson } from './erase-person.ts';
import { exportedFile, listExports, requestExport } from './exports.service.ts';
import { agreementsStay, previewPersonalData } from './preview.ts';

export function personalDataRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, personalDataContract, {
    'GET /api/exports': ({ actor }) => listExports(db, actor),
    'POST /api/exports': ({ actor }) => requestExport(db, actor, actor.email),
    'POST /api/exports/person': ({ body, actor }) => requestExport(db, actor, body.email),
    'GET /api/exports/:id/file': async ({ params, actor, reply }) => {
      const { filename, bytes, content } = await exportedFile(db, actor, params.id);
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      reply.header('content-length', bytes);
      return Readable.from(content);
    },
    // Not a GET: an email address in an address ends up in the logs of proxies.
    'POST /api/personal-data/preview': ({ body, actor }) =>
      parts.slowReads.run(turnOf(actor), db, (from) =>
        previewPersonalData({ db: from, sealing: parts.sealing }, body.email),
      ),
    'POST /api/personal-data/erasure': async ({ body, actor }) => {
      const until = await agreementsKeptUntil(db, body.email);
      await erasePerson(parts, actor, body.email);
      const stays = until === undefined ? '' : `. ${agreementsStay(until)}`;
      return { msg: `Personal data erased${stays}` };
    },
  });
}
