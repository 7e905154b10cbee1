import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { goodRequests } from '../../../../test/good-requests.ts';
import { upload } from '../../../../test/images.ts';
import { permissionMatrix } from '../../../../test/permission-matrix.ts';
import { person, Scene } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import type { ApiContract } from '../../../shared/api.contract.ts';
import { uploads } from '../docs/special-calls.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const looks = 'Shows what would be, and changes nothing';
const image = 'Stores an image that nothing shows before a change that is audited';
const ownDesk = 'Keeps what only the caller sees';
/** Changes by staff that leave no audit event, and why (docs/security.md S8.9). */
const unaudited: Partial<Record<keyof ApiContract, string>> = {
  'POST /api/articles/preview': looks,
  'POST /api/articles/page-preview': looks,
  'POST /api/users/bulk/preview': looks,
  'POST /api/agreements/text/preview': looks,
  'POST /api/agreements/verify': looks,
  'POST /api/mail-texts/:kind/preview': looks,
  'POST /api/site/settings/preview': looks,
  'POST /api/fees/preview': looks,
  'POST /api/fees/preview/pdf': looks,
  'POST /api/personal-data/preview': looks,
  'POST /api/mail-texts/:kind/test': 'Emails the caller alone',
  'POST /api/testimonials/image': image,
  'POST /api/articles/image': image,
  'POST /api/site/team/image': image,
  'POST /api/site/logo/image': image,
  'PUT /api/articles/working-copy/:id': ownDesk,
  'DELETE /api/articles/working-copy/:id': ownDesk,
  'POST /api/leads/views': ownDesk,
  'DELETE /api/leads/views/:id': ownDesk,
  'PUT /api/leads/digest': ownDesk,
  'DELETE /api/sample': 'Each thing that it deletes has an event; here there is none',
};

/** A member may make these calls for their own objects; an admin for those of others. */
const ofOthers = new Set(
  permissionMatrix.split('\n').flatMap((line) => {
    const [method, path, _visitor, member, _owner, admin] = line.split(/\s+/);
    return admin === '200' && member !== '200' ? [`${method} ${path}`] : [];
  }),
);

const changes = calls.filter((key) => {
  const { access } = callOf(key);
  if (key.startsWith('GET ') || access === 'visitor') return false;
  return access === 'member' ? ofOthers.has(key) : true;
});

async function eventsAfter(key: keyof ApiContract): Promise<number> {
  const owner = await person(server);
  const caller = await person(server, { admin: true });
  const scene = new Scene(server, owner, caller);
  const request = await goodRequests[key](scene);
  const path = pathOf(key, request.params) + (request.query ?? '');
  const count = async () => {
    const { events } = await server.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll().as('events'))
      .where('actor_id', '=', caller.id)
      .executeTakeFirstOrThrow();
    return Number(events);
  };
  const before = await count();
  const { status } = request.upload
    ? await upload(server, caller.token, request.upload, {
        path: path.replace(/^\w+ /, ''),
        field: uploads.get(key),
      })
    : await server.call(path, { token: caller.token, body: request.body });
  expect(status).toBe(200);
  return (await count()) - before;
}

it.each(changes)('%s leaves an audit event with its person, or says why not', async (key) => {
  expect((await eventsAfter(key)) > 0).toBe(!(key in unaudited));
});
