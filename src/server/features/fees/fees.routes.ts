import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type FeeVersions, feesContract } from '../../../shared/fees/fees.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { asDownload } from '../documents/documents.service.ts';
import {
  listVersions,
  previewFees,
  previewFeesPdf,
  publish,
  type Revised,
  readPublished,
  withdraw,
} from './fees.service.ts';

export function feesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, content } = parts;
  apiRoutes(app, parts, feesContract, {
    'GET /api/fees': () => readPublished(db),
    'GET /api/fees/versions': async ({ reply }) => withRevision(reply, await listVersions(db)),
    'POST /api/fees/versions': async ({ body, actor, request, reply }) => {
      const made = await publish(parts, actor, body, expectedVersions(request));
      await content.changed(request.log);
      return withRevision(reply, made);
    },
    'POST /api/fees/versions/:number/withdraw': async ({ params, actor, request, reply }) => {
      const left = await withdraw(parts, actor, Number(params.number), expectedVersions(request));
      await content.changed(request.log);
      return withRevision(reply, left);
    },
    'POST /api/fees/preview': ({ body }) => previewFees(parts, body.figures),
    'POST /api/fees/preview/pdf': async ({ body, reply }) => {
      const bytes = await previewFeesPdf(parts, body.figures);
      return asDownload(reply, 'Fees.pdf', bytes.length, Readable.from([bytes], { objectMode: false }));
    },
  });
}

function withRevision(reply: FastifyReply, { revision, fees }: Revised): FeeVersions {
  sendVersion(reply, revision);
  return fees;
}
