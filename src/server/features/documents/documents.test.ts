import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainImage } from '../../../../test/images.ts';
import { failOnBlocks } from '../../../../test/loop-watch.ts';
import { hostilePdfs, protectedPdfs } from '../../../../test/pdf-cases.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { HttpError } from '../../platform/http-error.ts';
import { makePdf } from '../../platform/pdf/make-pdf.ts';
import { acceptUploads } from '../images/accept-uploads.ts';
import { purgeImages } from '../images/images.service.ts';
import { dropDocument, keepDocument, readDocument, sendDocument, storePdf } from './documents.service.ts';
import { readDocumentUpload } from './read-document.ts';

let server: TestServer;
let owner: Person;
let pdf: Uint8Array;

beforeAll(async () => {
  server = await testServer({}, { decoded: true });
  owner = await person(server);
  const blocks = [{ kind: 'heading', level: 1, text: 'Certificate' } as const];
  pdf = await makePdf({ title: 'Certificate', language: 'en-US', author: 'Homequest', blocks });
});
afterAll(() => server.stop());

const purge = () => purgeImages(server.parts);
const unusedSince = (id: string) =>
  server.db
    .updateTable('images')
    .set({ unused_since: fromNow(-25 * hour) })
    .where('id', '=', id)
    .execute();
const isStored = (id: string) => server.parts.images.holds(id);

async function kept(name = 'certificate.pdf'): Promise<string> {
  const stored = await storePdf(server.parts, undefined, pdf);
  await inTransaction(server.db, (transaction) =>
    keepDocument(transaction, stored, { name, about: owner.id }),
  );
  return stored.id;
}

describe('a document', () => {
  it('is kept byte for byte, and has no public address', async () => {
    const id = await kept();
    expect(Buffer.from(await readDocument(server.parts, id)).equals(pdf)).toBe(true);
    for (const name of ['document.pdf', '2000.jpg', '192.jpg'])
      expect((await server.call(`GET /images/${id}/${name}`)).status).toBe(404);
  });

  it('survives the purge only when a transaction kept it', async () => {
    const id = await kept();
    const { id: forgotten } = await storePdf(server.parts, undefined, pdf);
    await unusedSince(forgotten);
    await unusedSince(id);
    await purge();
    expect([await isStored(id), await isStored(forgotten)]).toEqual([true, false]);
    await inTransaction(server.db, (transaction) => dropDocument(transaction, id));
    await purge();
    expect(await isStored(id)).toBe(false);
  });

  it('is answered as a download that nothing runs or keeps', async () => {
    const id = await kept('Größe 1.pdf');
    const app = fastify();
    app.get('/', (_request, reply) => sendDocument(server.parts, reply, id));
    const { headers, rawPayload } = await app.inject('/');
    await app.close();
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Gr__e 1.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(rawPayload.equals(pdf)).toBe(true);
  });
});

describe('an upload', () => {
  const bytesOf = (text: string) => Buffer.from(text, 'latin1');

  async function typeOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const app = fastify();
    acceptUploads(app);
    failOnBlocks(app);
    app.post('/', async (request) => {
      try {
        return (await readDocumentUpload(server.parts, { id: owner.id }, request)).type;
      } catch (error) {
        return error instanceof HttpError ? `${error.status} ${error.message}` : 'another error';
      }
    });
    const form = new FormData();
    form.append('file', new File([bytes], 'scan.jpg'));
    const request = new Request('http://127.0.0.1', { method: 'POST', body: form });
    const { body } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    await app.close();
    return body;
  }

  it('is a PDF or a photo by its content', async () => {
    expect(await typeOf(new Uint8Array(pdf))).toBe('pdf');
    expect(await typeOf(new Uint8Array(await plainImage().jpeg().toBuffer()))).toBe('photo');
    expect(await typeOf(bytesOf('<html></html>'))).toMatch(/^415 /);
    // As readers do: its mark is among the first 1,024 bytes.
    expect(await typeOf(bytesOf(`${' '.repeat(1024)}%PDF-1.7\n%%EOF\n`))).toMatch(/^415 /);
  });

  it.each([
    ['a script', 'The PDF contains scripts. Print it to a new PDF first'],
    ['an attached file', 'The PDF contains other files. Print it to a new PDF first'],
    [
      'a local file',
      'The PDF has a link that is no web page, email address or phone number. Remove it first',
    ],
    ['with a password (1.7)', 'This PDF needs a password. Save a copy without one.'],
  ])('is refused by a name: %s', async (name, message) => {
    const [, , make] = [...hostilePdfs, ...protectedPdfs].find(([each]) => each === name) ?? [];
    if (!make) throw new Error('There is no such PDF');
    expect(await typeOf(new Uint8Array(make()))).toBe(`400 ${message}`);
  });

  it('that is protected against change is taken', async () => {
    const [, , make] = protectedPdfs[0] ?? [];
    expect(make && (await typeOf(new Uint8Array(make())))).toBe('pdf');
  });

  it('is read in a process of its own, so that others are served', async () => {
    const marks = `%PDF-1.7\n${'#'.repeat(10 * 1024 * 1024 - 2000)}\n%%EOF\n`;
    expect(await typeOf(bytesOf(marks))).toBe('pdf');
  });

  it('that is cut off is refused', async () => {
    expect(await typeOf(new Uint8Array(pdf.slice(0, pdf.length / 2)))).toBe('400 The PDF is incomplete');
  });
});
