import type { FastifyInstance, FastifyReply } from 'fastify';
import { profilesContract } from '../../../shared/profiles/profiles.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { decodeCursor, linkNext } from '../../platform/http/cursor.ts';
import { runSearch } from '../../platform/http/run-search.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import { deleteUser } from '../users/delete-user.ts';
import { listMembers, listPhones } from './directory.service.ts';
import { GithubRepositories } from './github.ts';
import { addEducation, addExperience, removeEducation, removeExperience } from './history.service.ts';
import { memberProfile, ownProfile, saveProfile, type VersionedProfile } from './profiles.service.ts';

export function profilesRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  const github = new GithubRepositories(config.githubApiUrl);

  apiRoutes(app, parts, profilesContract, {
    'GET /api/profile': async ({ query: { cursor, ...filter }, actor, request, reply }) => {
      const list = (from: Database) => listMembers(from, { ...filter, after: decodeCursor(cursor) });
      const { rows, next } = await (filter.search ? runSearch(parts, actor, list) : list(db));
      linkNext(reply, request.url, next);
      return rows;
    },
    'GET /api/profile/phones': () => listPhones(db),
    'GET /api/profile/me': async ({ actor, reply }) => withVersion(reply, await ownProfile(db, actor)),
    'GET /api/profile/user/:id': ({ params }) => memberProfile(db, params.id),
    'GET /api/profile/github/:username': ({ params }) => github.newest(params.username),
    'POST /api/profile': async ({ body, actor, request, reply }) =>
      withVersion(reply, await saveProfile(db, actor, body, expectedVersions(request), parts)),
    'PUT /api/profile/experience': async ({ body, actor, idempotencyKey: key, request, reply }) => {
      const conditions = { expectedVersions: expectedVersions(request), key };
      return withVersion(reply, await addExperience(db, actor, body, conditions));
    },
    'DELETE /api/profile/experience/:id': async ({ params, actor, request, reply }) =>
      withVersion(reply, await removeExperience(db, actor, params.id, expectedVersions(request))),
    'PUT /api/profile/education': async ({ body, actor, idempotencyKey: key, request, reply }) => {
      const conditions = { expectedVersions: expectedVersions(request), key };
      return withVersion(reply, await addEducation(db, actor, body, conditions));
    },
    'DELETE /api/profile/education/:id': async ({ params, actor, request, reply }) =>
      withVersion(reply, await removeEducation(db, actor, params.id, expectedVersions(request))),
    'DELETE /api/profile': async ({ actor }) => {
      await deleteUser(parts, actor, actor.id);
      return { msg: 'Account deleted' };
    },
  });
}

function withVersion(reply: FastifyReply, { profile, version }: VersionedProfile) {
  sendVersion(reply, version);
  return profile;
}
