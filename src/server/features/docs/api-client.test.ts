import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPassword } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { projectFolder } from '../../platform/project-folder.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await testServer();
  // Below the project, so that the client finds its packages.
  await mkdir(join(projectFolder, 'build'), { recursive: true });
  folder = await mkdtemp(join(projectFolder, 'build', 'api-client-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const run = promisify(execFile);
const node = (...args: string[]) => run(process.execPath, args, { cwd: folder });
const client = (name: string) => join(projectFolder, 'test', 'api-client', name);

it('a client generated from the document compiles under strict rules, and understands the server', async () => {
  const { body } = await server.call('GET /api/openapi.json');
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(body));
  await node(client('generate.mjs'), join(folder, 'openapi.json'), join(folder, 'schema.ts'));

  await copyFile(client('ten-calls.ts'), join(folder, 'ten-calls.ts'));
  const compilerOptions = {
    noEmit: true,
    composite: false,
    emitDeclarationOnly: false,
    lib: ['ES2024', 'DOM'],
  };
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { ...compilerOptions, types: ['node'] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await node(join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder);

  const { email, name } = await person(server);
  const { stdout } = await node(join(folder, 'ten-calls.ts'), server.url, email, testPassword);
  expect(JSON.parse(stdout)).toEqual({
    name,
    likes: 1,
    comments: ['See you there'],
    found: [1],
    position: true,
    unchanged: 304,
    skills: ['Leases'],
    stale: 'Profile has been changed by someone else in the meantime',
    picture: 'image',
    deleted: 'Post removed',
    gone: 'Post not found',
  });
});
