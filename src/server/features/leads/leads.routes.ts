import type { FastifyInstance } from 'fastify';
import { today } from '../../../shared/dates.ts';
import { leadsContract } from '../../../shared/leads/leads.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { consumeActorLimit } from '../../platform/http/rate-limits.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { addLead, importLeads } from './add-leads.service.ts';
import { logContact, undoLeads, updateLead, updateLeads } from './lead-changes.service.ts';
import { listEvents } from './lead-events.service.ts';
import { linkLeads, listLinked, unlinkLead } from './lead-links.service.ts';
import { addNote, listNotes } from './lead-notes.service.ts';
import { listRequests, listSamePhone } from './lead-people.service.ts';
import { getLead } from './lead-rows.ts';
import {
  countNewLeads,
  countOverflow,
  countStages,
  deleteLead,
  exportLeads,
  leadsOfToday,
  listLeads,
  listOwners,
} from './leads.service.ts';

export function leadsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, leadsContract, {
    'GET /api/leads': async ({ query: { cursor, spam, ...filter }, actor, request, reply }) => {
      const page = { ...filter, spam: spam === 'true', after: decodeCursor(cursor) };
      const list = (from: Database) => listLeads(from, page);
      const { rows, next } = await (filter.search ? runSearch(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'POST /api/leads': ({ body, actor }) => addLead(parts, actor, body),
    'POST /api/leads/import': ({ body, actor }) => importLeads(parts, actor, body),
    'GET /api/leads/new-count': async () => ({ count: await countNewLeads(db) }),
    'GET /api/leads/overflow': () => countOverflow(db),
    'GET /api/leads/stages': ({ query }) => countStages(db, query.owner),
    'GET /api/leads/today': ({ query, actor }) =>
      leadsOfToday(db, { owner: query.mine === 'true' ? actor.id : undefined }),
    'GET /api/leads/owners': () => listOwners(db),
    'GET /api/leads/export': async ({ query: { spam, ...filter }, actor, reply }) => {
      const filename = `leads-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      if (filter.search) await consumeActorLimit(parts, 'search', actor);
      const read = <T>(query: (from: Database) => Promise<T>) =>
        filter.search ? parts.slowReads.run(turnOf(actor), db, query) : query(db);
      return streamedCsv(exportLeads({ db, read }, actor, filename, { ...filter, spam: spam === 'true' }));
    },
    'POST /api/leads/bulk': ({ body, actor }) => updateLeads(db, actor, body.ids, body.changes),
    'POST /api/leads/bulk/:id/undo': ({ params, actor }) => undoLeads(db, actor, params.id),
    'GET /api/leads/:id': ({ params }) => getLead(db, params.id),
    'PATCH /api/leads/:id': ({ params, body, actor }) => updateLead(db, actor, params.id, body),
    'DELETE /api/leads/:id': async ({ params, actor }) => {
      await deleteLead(parts, actor, params.id);
      return { msg: 'Lead deleted' };
    },
    'POST /api/leads/:id/contacts': ({ params, body, actor }) => logContact(db, actor, params.id, body),
    'GET /api/leads/:id/events': ({ params }) => listEvents(db, params.id),
    'GET /api/leads/:id/requests': ({ params }) => listRequests(db, params.id),
    'GET /api/leads/:id/same-phone': ({ params }) => listSamePhone(db, params.id),
    'GET /api/leads/:id/linked': ({ params }) => listLinked(db, params.id),
    'POST /api/leads/:id/link': ({ params, body, actor }) => linkLeads(db, actor, params.id, body.other),
    'POST /api/leads/:id/unlink': ({ params, body, actor }) => unlinkLead(db, actor, params.id, body.other),
    'GET /api/leads/:id/notes': ({ params }) => listNotes(db, params.id),
    'POST /api/leads/:id/notes': ({ params, body, actor }) => addNote(parts, actor, params.id, body.text),
  });
}
