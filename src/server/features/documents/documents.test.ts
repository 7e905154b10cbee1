import { deflateSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainImage } from '../../../../test/images.ts';
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
  server = await testServer();
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
  const ended = '\n%%EOF\n';
  const bytesOf = (text: string) => Buffer.from(text, 'latin1');
  const packed = deflateSync('<< /S /JavaScript /JS (app.alert(1)) >>').toString('latin1');

  async function typeOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const app = fastify();
    acceptUploads(app);
    app.post('/', async (request) => {
      try {
        return (await readDocumentUpload(request)).type;
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
  });

  it.each([
    ['a script', `%PDF-1.7\n<< /S /JavaScript /JS (app.alert(1)) >>${ended}`],
    ['a script by another spelling', `%PDF-1.7\n<< /S /J#61vaScript >>${ended}`],
    ['a script among packed objects', `%PDF-1.7\n<< /Type /ObjStm >>\nstream\n${packed}\nendstream${ended}`],
    [
      'a script in what a comment calls a stream',
      `%PDF-1.7\n%stream\n1 0 obj << /S /JavaScript >> endobj\n%endstream${ended}`,
    ],
    [
      'a script in what a text calls a stream',
      `%PDF-1.7\n(>>stream\n) 2 0 obj << /S /Launch >> (endstream)${ended}`,
    ],
    ['a file', `%PDF-1.7\n<< /Type /EmbeddedFile >>${ended}`],
    ['a program', `%PDF-1.7\n<< /S /Launch >>${ended}`],
    ['files', `%PDF-1.7\n<< /Names << /EmbeddedFiles 5 0 R >> >>${ended}`],
    [
      'a script among objects that are packed by another spelling',
      `%PDF-1.7\n<< /Type /Obj#53tm >>\nstream\n${packed}\nendstream${ended}`,
    ],
  ])('with %s is refused', async (_, text) => {
    expect(await typeOf(bytesOf(text))).toMatch(/^400 The PDF contains scripts or attachments/);
  });

  it('is read once, however often it says that objects are packed', async () => {
    const zeros = deflateSync(Buffer.alloc(15 * 1024 * 1024)).toString('latin1');
    const bomb = (streams: number) =>
      `%PDF-1.7\n${`${'/ObjStm '.repeat(2000)}\nstream\n${zeros}\nendstream\n`.repeat(streams)}${ended}`;
    expect(await typeOf(bytesOf(bomb(1)))).toBe('pdf');
    expect(await typeOf(bytesOf(bomb(2)))).toBe('400 The PDF could not be read');
    const filters = `%PDF-1.7\n<< /Type /ObjStm /DecodeParms << >> >>\nstream\n${packed}\nendstream${ended}`;
    expect(await typeOf(bytesOf(filters))).toBe('400 The PDF could not be read');
  });

  it('has a bound of packed streams', async () => {
    const tiny = `/ObjStm\nstream\n${deflateSync('').toString('latin1')}endstream\n`;
    expect(await typeOf(bytesOf(`%PDF-1.7\n${tiny.repeat(2000)}${ended}`))).toBe('pdf');
    expect(await typeOf(bytesOf(`%PDF-1.7\n${tiny.repeat(2001)}${ended}`))).toBe(
      '400 The PDF could not be read',
    );
  });

  it('may have any bytes in a picture', async () => {
    const picture = '%PDF-1.7\n<< /Subtype /Image >>\nstream\n/JS /Launch \nendstream';
    expect(await typeOf(bytesOf(picture + ended))).toBe('pdf');
  });

  it('that is cut off is refused', async () => {
    expect(await typeOf(new Uint8Array(pdf.slice(0, pdf.length / 2)))).toBe('400 The PDF is incomplete');
  });
});
