import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closingsContract } from '../../../shared/closings/closings.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { findMentionable } from '../mentions/mentionable.service.ts';
import { download, drawLetters, sendLetter } from './letters.service.ts';
import { listOwnClosings, readDraft, saveDraft, startClosing } from './own-lists.service.ts';
import {
  askOffice,
  changeOwnClosing,
  copyOfClosing,
  demandOwn,
  getOwnClosing,
  reportClosing,
} from './report.service.ts';
import { ownStatement } from './statement-content.ts';
import { readYear, yearAsCsv } from './year.service.ts';

export function closingsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  apiRoutes(app, parts, closingsContract, {
    'GET /api/my-closings': async ({ query: { limit, cursor }, actor, request, reply }) => {
      const page = await listOwnClosings(db, actor, { limit, after: decodeCursor(cursor) });
      linkNext(reply, request.url, page.next);
      return page.rows;
    },
    'GET /api/my-closings/start': ({ actor }) => startClosing(db, actor),
    'GET /api/my-closings/draft': ({ actor }) => readDraft(db, actor),
    'PUT /api/my-closings/draft': ({ actor, body }) => saveDraft(db, actor, body),
    'GET /api/my-closings/co-agents': async ({ actor, query: { search } }) =>
      search === ''
        ? []
        : (await findMentionable(db, actor, search)).map(({ user, name }) => ({ _id: user, name })),
    'GET /api/my-closing-years/:year': ({ actor, params }) => readYear(db, actor, Number(params.year)),
    'GET /api/my-closing-years/:year/csv': async ({ actor, params, reply }) => {
      reply.header('content-disposition', `attachment; filename="closings-${params.year}.csv"`);
      return Readable.from([yearAsCsv(await readYear(db, actor, Number(params.year)))]);
    },
    'POST /api/my-closings': async ({ actor, body, idempotencyKey, reply }) =>
      withVersion(reply, await reportClosing(db, actor, body, idempotencyKey)),
    'GET /api/my-closings/:id': async ({ actor, params, reply }) =>
      withVersion(reply, await getOwnClosing(db, actor, params.id)),
    'GET /api/my-closings/:id/copy': ({ actor, params }) => copyOfClosing(db, actor, params.id),
    'PUT /api/my-closings/:id': async ({ actor, params, body, request, reply }) => {
      const saved = await changeOwnClosing(parts, actor, params.id, body, expectedVersions(request));
      await drawn(parts, request, params.id);
      return withVersion(reply, saved);
    },
    'POST /api/my-closings/:id/ask': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await askOffice(parts, actor, params.id, body.text, expectedVersions(request))),
    'GET /api/my-closings/:id/statement': async ({ actor, params, reply }) => {
      const content = await ownStatement(db, actor, params.id, config.brokerage);
      const bytes = await parts.makePdf(content);
      return download(reply, `${content.title}.pdf`, Readable.from([Buffer.from(bytes)]));
    },
    'GET /api/my-closings/:id/letters/:number': async ({ actor, params: { id, number }, reply }) => {
      await demandOwn(db, actor, id);
      return sendLetter(parts, reply, { closingId: id, number });
    },
  });
}

export function withVersion<T extends { version: number }>(reply: FastifyReply, closing: T): T {
  sendVersion(reply, closing.version);
  return closing;
}

/** The commit has decided: a letter that cannot be drawn now is drawn by who opens it. */
export async function drawn(parts: Parts, request: FastifyRequest, id: string): Promise<void> {
  await drawLetters(parts, id).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a letter is not drawn yet');
  });
}
