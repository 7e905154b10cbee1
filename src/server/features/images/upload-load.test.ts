import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase, dropDatabase, engine, patientWaits } from '../../../../test/database.ts';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type ServerProcess, startProcess } from '../../../../test/process.ts';
import { call } from '../../../../test/server.ts';
import { openDatabase } from '../../platform/db/database.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const admin = { email: 'admin@example.com', password: 'a password for tests' };
let dataDir: string;
let databaseUrl: string | undefined;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerage-load-'));
  databaseUrl = engine === 'postgres' ? await createDatabase(`load_${crypto.randomUUID()}`) : undefined;
  server = startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'error',
  });
  await server.ready;
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await rm(dataDir, { recursive: true, force: true });
  if (databaseUrl) await dropDatabase(new URL(databaseUrl).pathname.slice(1));
});

const signIn = async (): Promise<string> =>
  (await call(server.url, 'POST /api/auth', { body: admin })).body.token;

/** Megabytes; 0 where the system does not report it. */
async function peakMemory(pid = server.child.pid): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

async function children(): Promise<number[] | undefined> {
  const { pid } = server.child;
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
  return text?.trim().split(/\s+/).filter(Boolean).map(Number);
}

it('survives a decoder that dies: the image counts as broken', async () => {
  const token = await signIn();
  const image = Buffer.from(await plainImage(5000, 5000).jpeg({ progressive: true }).toBuffer());
  const uploading = upload(server, token, image);
  const kill = async (): Promise<number | undefined> => {
    const found = await children();
    if (found?.length === 0) return kill();
    for (const pid of found ?? []) process.kill(pid, 'SIGKILL');
    return found?.length;
  };
  if (await kill()) {
    expect(await uploading).toMatchObject({
      status: 400,
      body: { msg: "We couldn't read this image. Choose another one" },
    });
    expect((await upload(server, token, image)).status).toBe(200);
  }
  expect((await uploading).status).toBeLessThan(500);
});

it('takes less than 270 MB to encode a tall image', async () => {
  const token = await signIn();
  let pending = true;
  const image = await plainImage(1, 5000).png().toBuffer();
  const path = '/api/articles/image';
  const uploading = upload(server, token, Buffer.from(image), { path }).finally(() => {
    pending = false;
  });
  const peaks: number[] = [];
  while (pending) for (const pid of (await children()) ?? []) peaks.push(await peakMemory(pid));
  expect((await uploading).status).toBe(200);
  if (await children()) expect(Math.max(...peaks)).toBeGreaterThan(100);
  expect(Math.max(0, ...peaks)).toBeLessThan(270);
});

it('stays below 400 MB and answers everybody else meanwhile', async () => {
  const db = openDatabase({ dataDir, databaseUrl, waits: patientWaits });
  const members = await Promise.all(Array.from({ length: 4 }, () => makeToken(db)));
  await db.destroy();
  const token = await signIn();
  const side = 5000;
  const clear = { r: 10, g: 90, b: 80, alpha: 0.5 };
  // 25 megapixels of 8 bytes that must be decoded as a whole; and one that uses the decoder's own memory.
  const deep = sharp({ create: { width: side, height: side, channels: 4, background: clear } });
  const interlaced = await deep.toColorspace('rgb16').png({ progressive: true }).toBuffer();
  const progressive = await plainImage(side, side)
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const bodies = [
    interlaced,
    progressive,
    interlaced,
    interlaced,
    progressive,
    interlaced,
    interlaced,
    progressive,
  ];

  let pending = bodies.length;
  const uploads = bodies.map((body, at) =>
    upload(server, members[at % members.length], Buffer.from(body)).finally(() => {
      pending--;
    }),
  );
  const others = ['GET /', 'GET /api/testimonials', 'GET /api/auth', 'GET /readyz'];
  for (const key of others) expect((await call(server.url, key, { token })).status, key).toBe(200);
  // Hashing uses the same thread pool.
  expect(await signIn()).toBeTypeOf('string');
  expect(pending).toBeGreaterThan(0);

  // As many as are admitted at once: each waits, none is rejected.
  for (const { status, body } of await Promise.all(uploads)) expect(status, body.msg).toBe(200);
  expect(await peakMemory()).toBeLessThan(400);
});
