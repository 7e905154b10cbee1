import type { FastifyInstance } from 'fastify';
import { today } from '../../../shared/dates.ts';
import { usersContract } from '../../../shared/users/users.contract.ts';
import { streamedCsv } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/database.ts';
import { turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSlowRead } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { listStorage } from '../storage/storage.service.ts';
import { deleteUser } from './delete-user.ts';
import { endEverySession, endUserSessions } from './end-sessions.ts';
import { exportUsers } from './export-users.ts';
import { resendInvitation, revokeInvitation } from './invitations.service.ts';
import { resetFactors } from './reset-factors.ts';
import { reactivateUser, suspendUser } from './suspension.service.ts';
import { getUser, userVersion } from './user-rows.ts';
import { createUser, listUsers, updateUser } from './users.service.ts';

export function usersRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, mails } = parts;
  apiRoutes(app, parts, usersContract, {
    'GET /api/users': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const list = (from: Database) => listUsers(from, { ...filter, after: decodeCursor(cursor) });
      // Searched while typing: no rate limit.
      const { rows, next } = await (filter.search ? runSlowRead(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/users/export': async ({ query: { search }, actor, reply }) => {
      const filename = `users-${today()}.csv`;
      reply.header('content-disposition', `attachment; filename="${filename}"`);
      const read = <T>(query: (from: Database) => Promise<T>) =>
        parts.slowReads.run(turnOf(actor), db, query);
      return streamedCsv(exportUsers({ db, read }, actor, filename, search));
    },
    'GET /api/users/storage': () => listStorage(parts),
    'GET /api/users/:id': async ({ params, reply }) => {
      const user = await getUser(db, params.id);
      sendVersion(reply, userVersion(user));
      return user;
    },
    'POST /api/users': async ({ body, actor, idempotencyKey }) => {
      const created = await createUser(parts, actor, body, idempotencyKey);
      mails.wake();
      return created;
    },
    'PUT /api/users/:id': async ({ params, body, actor, request }) => {
      const updated = await updateUser(parts, actor, params.id, body, expectedVersions(request));
      mails.wake();
      return updated;
    },
    'DELETE /api/users/:id': async ({ params, actor }) => {
      await deleteUser(parts, actor, params.id);
      return { msg: 'User deleted' };
    },
    'DELETE /api/users/sessions': async ({ actor }) => {
      await endEverySession(db, actor);
      return { msg: 'Sessions ended' };
    },
    'DELETE /api/users/:id/sessions': ({ params, actor }) => endUserSessions(db, actor, params.id),
    'DELETE /api/users/:id/factors': async ({ params, body, actor }) => {
      const reset = await resetFactors(parts, actor, params.id, body.proof);
      mails.wake();
      return reset;
    },
    'POST /api/users/:id/suspend': async ({ params, actor }) => {
      const suspended = await suspendUser(parts, actor, params.id);
      mails.wake();
      return suspended;
    },
    'POST /api/users/:id/reactivate': async ({ params, actor }) => {
      const reactivated = await reactivateUser(parts, actor, params.id);
      mails.wake();
      return reactivated;
    },
    'POST /api/users/:id/invitation': async ({ params, actor }) => {
      const invited = await resendInvitation(parts, actor, params.id);
      mails.wake();
      return invited;
    },
    'DELETE /api/users/:id/invitation': ({ params, actor }) => revokeInvitation(db, actor, params.id),
  });
}
