import type { FastifyInstance } from 'fastify';
import { closingsOfficeContract } from '../../../shared/closings/closings-office.contract.ts';
import { today } from '../../../shared/dates.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, seenVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { approveClosing, withdrawByOffice } from './approve.service.ts';
import { listIdle, readClosingInsights } from './closing-insights.service.ts';
import { readSettings, saveSettings } from './closing-settings.service.ts';
import { drawn, withVersion } from './closings.routes.ts';
import { correctPayment } from './corrections.service.ts';
import { askForChanges, changeClosing, decideClosing } from './decide.service.ts';
import { emailLetter, readLetterEmail } from './email-letter.service.ts';
import { exportClosings } from './export-closings.ts';
import { importClosings } from './import-csv.ts';
import { sendLetter } from './letters.service.ts';
import { linkClosing, unlinkClosing } from './links.service.ts';
import { countReported, listClosings, readWork } from './lists.service.ts';
import { getClosing } from './office.service.ts';
import { archiveClosing, noteFall, notePayment, noteStep, tickPackage } from './steps.service.ts';

export function closingsOfficeRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, closingsOfficeContract, {
    'GET /api/closings': async ({ query: { limit, cursor, ...filter }, actor, request, reply }) => {
      const after = decodeCursor(cursor);
      const page = filter.search
        ? await runSlowRead(parts, actor, (from) => listClosings(from, filter, { limit, after }))
        : await listClosings(db, filter, { limit, after });
      linkNext(reply, request.url, page.next);
      return page.rows;
    },
    'GET /api/closings/export': async ({ query, actor, reply }) => {
      const filename = `closings-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(run: (from: Database) => Promise<T>) => parts.slowReads.run(turnOf(actor), db, run);
      return streamedCsv(exportClosings({ db, read }, actor, query, filename));
    },
    'GET /api/closings/new-count': async () => ({ count: await countReported(db) }),
    'GET /api/closings/work': () => readWork(db),
    'GET /api/closings/insights': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => readClosingInsights(from, Number(query.months))),
    'GET /api/closings/idle': ({ query, actor }) =>
      runSlowRead(parts, actor, (from) => listIdle(from, query.skip)),
    'GET /api/closings/settings': async ({ reply }) => {
      const { settings, version } = await readSettings(db);
      sendVersion(reply, version);
      return settings;
    },
    'PUT /api/closings/settings': async ({ actor, body, request, reply }) => {
      const { settings, version } = await saveSettings(parts, actor, body, expectedVersions(request));
      sendVersion(reply, version);
      return settings;
    },
    'POST /api/closings/import': ({ actor, body }) => importClosings(parts, actor, body),
    'GET /api/closings/:id': async ({ actor, params, reply }) =>
      withVersion(reply, await getClosing(parts, actor, params.id)),
    'PUT /api/closings/:id': async ({ actor, params, body, request, reply }) => {
      const saved = await changeClosing(parts, actor, params.id, body, expectedVersions(request));
      await drawn(parts, request, params.id);
      return withVersion(reply, saved);
    },
    'PUT /api/closings/:id/decisions': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await decideClosing(parts, actor, params.id, body, expectedVersions(request))),
    'POST /api/closings/:id/ask': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await askForChanges(parts, actor, params.id, body.text, expectedVersions(request))),
    'POST /api/closings/:id/approve': async ({ actor, params, body, request, reply }) => {
      const approved = await approveClosing(parts, actor, params.id, body, seenVersions(request, body));
      await drawn(parts, request, params.id);
      return withVersion(reply, approved);
    },
    'POST /api/closings/:id/withdraw': async ({ actor, params, body, request, reply }) => {
      const expected = expectedVersions(request);
      const withdrawn = await withdrawByOffice(parts, actor, params.id, body.reason, expected);
      await drawn(parts, request, params.id);
      return withVersion(reply, withdrawn);
    },
    'GET /api/closings/:id/letters/:number': ({ params: { id, number }, reply }) =>
      sendLetter(parts, reply, { closingId: id, number }),
    'GET /api/closings/:id/letters/:number/email': ({ params: { id, number } }) =>
      readLetterEmail(parts, { id, number: Number(number) }),
    'POST /api/closings/:id/emails': async ({ actor, params, body, request, reply }) => {
      const letter = { id: params.id, number: body.number };
      return withVersion(reply, await emailLetter(parts, actor, letter, body.to, expectedVersions(request)));
    },
    'POST /api/closings/:id/steps': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await noteStep(parts, actor, params.id, body, expectedVersions(request))),
    'PUT /api/closings/:id/package': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await tickPackage(parts, actor, params.id, body.ticked, expectedVersions(request))),
    'POST /api/closings/:id/paid': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await notePayment(parts, actor, params.id, body, seenVersions(request, body))),
    'POST /api/closings/:id/corrections': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await correctPayment(parts, actor, params.id, body, seenVersions(request, body))),
    'POST /api/closings/:id/fell-through': async ({ actor, params, body, request, reply }) => {
      const fallen = await noteFall(parts, actor, params.id, body, expectedVersions(request));
      await drawn(parts, request, params.id);
      return withVersion(reply, fallen);
    },
    'POST /api/closings/:id/archive': async ({ actor, params, request, reply }) =>
      withVersion(reply, await archiveClosing(parts, actor, params.id, expectedVersions(request))),
    'POST /api/closings/:id/link': async ({ actor, params, body, request, reply }) =>
      withVersion(reply, await linkClosing(parts, actor, params.id, body.closing, expectedVersions(request))),
    'DELETE /api/closings/:id/link': async ({ actor, params, request, reply }) =>
      withVersion(reply, await unlinkClosing(parts, actor, params.id, expectedVersions(request))),
  });
}
