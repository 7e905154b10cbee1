import type { FastifyInstance } from 'fastify';
import { joiningContract } from '../../../shared/joining/joining.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import type { Parts } from '../../platform/parts.ts';
import { originOf } from '../agreements/origin.ts';
import { sendCopy } from '../agreements/send-copy.ts';
import { getLead } from '../leads/lead-rows.ts';
import { findUser } from '../users/user-rows.ts';
import {
  joinCopy,
  joinState,
  openLink,
  reply as replyTo,
  reviewAgreement,
  saveAnswers,
  sayNo,
} from './applicant.service.ts';
import { applicationOfLead, getApplication } from './application-rows.ts';
import { countersign } from './countersign.service.ts';
import { approve, ask, countWaiting, decline, listApplications, noteLicense } from './decisions.service.ts';
import { invite, saveTerms, withdraw } from './invitations.service.ts';
import { checksOf } from './member-checks.service.ts';
import { mailCode, sign } from './sign.service.ts';
import { tickCheck } from './tick-check.ts';

export function joiningRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, joiningContract, {
    'POST /api/join': async ({ body, request }) => {
      const { id } = await openLink(parts, body.token, originOf(request));
      return joinState(db, id);
    },
    'POST /api/join/answers': ({ body, request }) => saveAnswers(parts, body, originOf(request)),
    'POST /api/join/agreement': ({ body, request }) => reviewAgreement(parts, body, originOf(request)),
    'POST /api/join/copy': async ({ body, request, reply }) =>
      sendCopy(parts, reply, await joinCopy(parts, body.token, originOf(request))),
    'POST /api/join/code': async ({ body, request }) => {
      await mailCode(parts, body, originOf(request));
      return { msg: 'We emailed you a code' };
    },
    'POST /api/join/sign': async ({ body, request }) => {
      const { state, event } = await sign(parts, body, originOf(request));
      request.log.info({ security: event }, 'security event');
      return state;
    },
    'POST /api/join/reply': ({ body, request }) => replyTo(parts, body, originOf(request)),
    'POST /api/join/decline': async ({ body, request }) => {
      await sayNo(parts, body, originOf(request));
      return { msg: 'Thank you for telling us' };
    },
    'GET /api/joining/checks': ({ actor }) => checksOf(db, actor.id),
    'GET /api/joining/members/:id/checks': async ({ params }) => {
      await findUser(db, params.id);
      return checksOf(db, params.id);
    },
    'POST /api/joining/members/:id/checks': ({ params, body, actor }) =>
      tickCheck(parts, actor, params.id, body),
    'GET /api/joining/leads/:id': async ({ params, actor }) => {
      await getLead(db, params.id);
      return { application: await applicationOfLead(parts, actor, params.id) };
    },
    'PUT /api/joining/leads/:id/terms': ({ params, body, actor, request }) =>
      saveTerms(parts, actor, params.id, body, originOf(request)),
    'POST /api/joining/leads/:id/invitation': ({ params, actor, request }) =>
      invite(parts, actor, params.id, originOf(request)),
    'DELETE /api/joining/leads/:id/invitation': ({ params, actor, request }) =>
      withdraw(parts, actor, params.id, originOf(request)),
    'GET /api/joining/applications': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const list = (from: Database) => listApplications(from, { ...filter, after: decodeCursor(cursor) });
      const { rows, next } = await (filter.search ? runSearch(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/joining/applications/new-count': async () => ({ count: await countWaiting(db) }),
    'GET /api/joining/applications/:id': ({ params, actor }) => getApplication(parts, actor, params.id),
    'POST /api/joining/applications/:id/license-check': ({ params, body, actor, request }) =>
      noteLicense(parts, actor, params.id, body, originOf(request)),
    'POST /api/joining/applications/:id/question': ({ params, body, actor, request }) =>
      ask(parts, actor, params.id, body, originOf(request)),
    'POST /api/joining/applications/:id/approve': ({ params, body, actor, request }) =>
      approve(parts, actor, params.id, body, originOf(request)),
    'POST /api/joining/applications/:id/decline': ({ params, body, actor, request }) =>
      decline(parts, actor, params.id, body, originOf(request)),
    'POST /api/joining/applications/:id/countersign': async ({ params, body, actor, request }) => {
      const { application, event } = await countersign(parts, actor, params.id, body, originOf(request));
      request.log.info({ security: event }, 'security event');
      return application;
    },
  });
}
