import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;
let photo: Buffer<ArrayBuffer>;

beforeAll(async () => {
  server = await testServer({}, { decoded: true });
  token = await makeToken(server.db);
  photo = await bytes(plainImage().jpeg());
});
afterAll(() => server.stop());

const bytes = async (image: Sharp) => Buffer.from(await image.toBuffer());
const send = (body: Uint8Array<ArrayBuffer> | string, name?: string) =>
  upload(server, token, body, name === undefined ? {} : { name });
const imageRows = () => server.db.selectFrom('images').select('id').execute();
const wrongType = 'Only JPEG, PNG and WebP images are accepted';

const post = (body: string | Buffer<ArrayBuffer>, contentType?: string) =>
  fetch(`${server.url}/api/testimonials/image`, {
    method: 'POST',
    headers: { 'x-auth-token': token, ...(contentType && { 'content-type': contentType }) },
    body,
  });
const part = (headers: string, content = '') => `--a-line-between\r\n${headers}\r\n\r\n${content}\r\n`;

describe('POST /api/testimonials/image', () => {
  it('answers the id and the address of the image', async () => {
    const { status, body } = await send(photo);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `/images/${body.id}/384.jpg`,
    });
  });

  it('is for signed-in people, and reads nothing of others', async () => {
    expect(await upload(server, undefined, photo)).toMatchObject({
      status: 401,
      body: { msg: 'No token, authorization denied' },
    });
    expect((await upload(server, 'dead', photo)).status).toBe(401);
  });

  it('is for admins where only these edit content', async () => {
    const strict = await testServer({ CONTENT_EDITORS: 'admins' });
    try {
      expect((await upload(strict, await makeToken(strict.db), photo)).status).toBe(403);
      const admin = await makeToken(strict.db, { admin: true });
      expect((await upload(strict, admin, photo)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  it('is limited to 30 in half an hour, for each person', async () => {
    const limited = await testServer({ RATE_LIMITS: 'on' }, { decoded: true });
    try {
      const [eager, other] = [await makeToken(limited.db), await makeToken(limited.db)];
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) statuses.push((await upload(limited, eager, 'x')).status);
      expect(statuses).toEqual(Array(30).fill(415));
      const rejected = await upload(limited, eager, 'x');
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(29 * 60);
      expect((await upload(limited, other, 'x')).status).toBe(415);
    } finally {
      await limited.stop();
    }
  });
});

describe('a request without an image', () => {
  const required = { errors: [{ msg: 'Image is required', field: 'image' }], msg: 'Image is required' };

  it('is required', async () => {
    const answer = await upload(server, token, photo, { field: 'picture' });
    expect(answer).toMatchObject({ status: 400, body: required });
    const text = await post(
      `${part('content-disposition: form-data; name="image"', 'text')}--a-line-between--\r\n`,
      'multipart/form-data; boundary=a-line-between',
    );
    expect(text.status).toBe(400);
    expect(await text.json()).toEqual(required);
    expect((await post('', 'multipart/form-data; boundary=a-line-between')).status).toBe(400);
    const bare = await post(
      '--a-line-between\r\n\r\nabc\r\n--a-line-between--\r\n',
      'multipart/form-data; boundary=a-line-between',
    );
    expect(bare.status).toBe(400);
    expect(await bare.json()).toEqual(required);
  });

  it('is rejected when it is of another type', async () => {
    for (const type of [
      'application/json',
      'image/jpeg',
      'text/plain',
      'application/x-www-form-urlencoded',
    ]) {
      expect((await post('{}', type)).status, type).toBe(415);
    }
  });

  it.each([
    [
      'no boundary',
      'multipart/form-data',
      `${part('content-disposition: form-data; name="image"')}--a-line-between--`,
    ],
    ['another boundary', 'multipart/form-data; boundary=another-line', `${part('a: b')}--a-line-between--`],
    [
      'no end',
      'multipart/form-data; boundary=a-line-between',
      part('content-disposition: form-data; name="image"'),
    ],
    ['not multipart at all', 'multipart/form-data; boundary=a-line-between', 'abc'],
  ])('is rejected with %s', async (_, type, body) => {
    const response = await post(body, type);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ msg: 'The request could not be read' });
  });
});

describe('a form that is made to keep the server busy', () => {
  const type = 'multipart/form-data; boundary=a-line-between';
  const end = '--a-line-between--\r\n';
  const image = 'content-disposition: form-data; name="image"; filename="photo.jpg"';

  it.each([
    ['many parts', `${part('a: b').repeat(150_000)}${end}`, 'The request could not be read'],
    [
      'many bare parts',
      `${'--a-line-between\r\n\r\n'.repeat(250_000)}${end}`,
      'The request could not be read',
    ],
    [
      'many fields',
      `${part('content-disposition: form-data; name="a"').repeat(70_000)}${end}`,
      'The request could not be read',
    ],
    [
      'many files',
      `${part(image.replace('image', 'other')).repeat(50_000)}${end}`,
      'The request could not be read',
    ],
    ['many header lines', `${part('a: b\r\n'.repeat(800_000) + image)}${end}`, 'Image is required'],
    ['a long header line', `${part(`a: ${'b'.repeat(5_000_000)}\r\n${image}`)}${end}`, 'Image is required'],
    ['many parameters', `${part(`${image}${'; a="b"'.repeat(700_000)}`)}${end}`, 'The image is empty'],
    ['many quotes', `${part(`${image}${'; a="\\"'.repeat(700_000)}`)}${end}`, 'The image is empty'],
    [
      'a large field',
      part('content-disposition: form-data; name="a"', 'b'.repeat(5_000_000)) + end,
      'Image is required',
    ],
    [
      'what is nearly a boundary',
      part(image, '\r\n--a-line-betwee'.repeat(300_000)) + end,
      'Only JPEG, PNG and WebP images are accepted',
    ],
  ])('is rejected at once: %s', async (_, body, msg) => {
    expect(JSON.parse(await postInPieces(Buffer.from(body)))).toMatchObject({ msg });
  });

  /** Returns the body of the response. In pieces: the watch on the event loop must not see the work of this client. */
  async function postInPieces(body: Buffer): Promise<string> {
    const sending = request(`${server.url}/api/testimonials/image`, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': type, 'content-length': body.length },
    });
    const response = once(sending, 'response');
    const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, piece) =>
      body.subarray(piece * 65_536, (piece + 1) * 65_536),
    );
    Readable.from(pieces).pipe(sending);
    const [answer]: IncomingMessage[] = await response;
    const text = (await (answer ?? Readable.from([])).toArray()).join('');
    // A client of Node's sends no more once it has the response, and would leave its connection open.
    sending.destroy();
    return text;
  }

  it('is rejected with a boundary beyond the maximum length', async () => {
    const boundary = 'a'.repeat(300);
    const response = await post(`--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ msg: 'The request could not be read' });
  });

  it('uses the first image of a form that sends other files and fields before it', async () => {
    const form = new FormData();
    form.append('note', 'a word');
    form.append('picture', new File(['text'], 'picture.txt'));
    form.append('image', new File([photo], 'photo.jpg'));
    form.append('image', new File(['text'], 'other.jpg'));
    const { status } = await fetch(`${server.url}/api/testimonials/image`, {
      method: 'POST',
      headers: { 'x-auth-token': token },
      body: form,
    });
    expect(status).toBe(200);
  });
});

describe('a file that is no image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  it.each([
    ['SVG', svg],
    ['a GIF that is a script, too', `GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)`],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['a few bytes', '\xff\xd8'],
    ['a RIFF of another kind', 'RIFF\x24\0\0\0WAVEfmt '],
    ['text', 'an image, honestly'],
  ])('is rejected: %s', async (_, content) => {
    const before = await imageRows();
    const answer = await send(Buffer.from(content, 'latin1'), 'photo.jpg');
    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({ errors: [{ msg: wrongType, field: 'image' }], msg: wrongType });
    expect(await imageRows()).toEqual(before);
  });

  it.each(['gif', 'avif', 'tiff'] as const)('is rejected: a real %s', async (format) => {
    expect((await send(await bytes(plainImage().toFormat(format)), 'photo.jpg')).status).toBe(415);
  });

  it('is rejected when it is empty', async () => {
    const { status, body } = await send('');
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [{ msg: 'The image is empty', field: 'image' }],
      msg: 'The image is empty',
    });
  });
});

describe('an image that is broken', () => {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const unreadable = { status: 400, body: { msg: "We couldn't read this image. Choose another one" } };

  it.each(['jpeg', 'png', 'webp'] as const)('is rejected when a %s is cut off', async (format) => {
    const noise = plainImage(600, 600).composite([
      {
        input: { create: { width: 600, height: 600, channels: 3, background: 'white', noise: gaussian } },
        blend: 'difference',
      },
    ]);
    const whole = await bytes(noise.toFormat(format));
    expect((await send(whole)).status).toBe(200);
    const before = await imageRows();
    for (const share of [0.02, 0.3, 0.7]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      expect(await send(cut), `${share}`).toMatchObject(unreadable);
    }
    expect(await imageRows()).toEqual(before);
  });

  it.each([
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['PNG', '\x89PNG\r\n\x1a\n'],
    ['WebP', 'RIFF\xff\xff\0\0WEBPVP8 '],
  ])('is rejected when nothing follows the first bytes of a %s', async (_, start) => {
    const answer = await send(Buffer.from(start + 'garbage'.repeat(20), 'latin1'));
    expect(answer).toMatchObject(unreadable);
  });
});

describe('an image that is too large', () => {
  const tooLarge = {
    errors: [{ msg: 'The image is too large', field: 'image' }],
    msg: 'The image is too large',
  };
  const limit = 5 * 1024 * 1024;
  const ofSize = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);

  it('is rejected from one byte over 5 MiB on', async () => {
    expect((await send(ofSize(limit))).status).toBe(200);
    const { status, body } = await send(ofSize(limit + 1));
    expect(status).toBe(413);
    expect(body).toEqual(tooLarge);
    expect((await send(ofSize(limit * 3))).body).toEqual(tooLarge);
  });

  it('is rejected when it does not say how large it is', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent++;
        if (sent === 1)
          controller.enqueue(
            Buffer.from('--a-line-between\r\nContent-Disposition: form-data; name="image"\r\n\r\n'),
          );
        else if (sent < 150) controller.enqueue(Buffer.alloc(64 * 1024));
        else controller.close();
      },
    });
    const response = await fetch(`${server.url}/api/testimonials/image`, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=a-line-between' },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual(tooLarge);
  });

  it('is rejected with more than 25 megapixels, and not decoded', async () => {
    const bomb = await bytes(plainImage(5001, 5000).png());
    expect(bomb.length).toBeLessThan(500_000);
    const answer = await send(bomb);
    expect(answer).toMatchObject({ status: 400, body: { msg: 'The image has more than 25 megapixels' } });
  });

  it('is rejected when it only claims to be huge', async () => {
    const claim = Buffer.from(await plainImage(1, 1).png().toBuffer());
    claim.writeUInt32BE(50_000, 16);
    claim.writeUInt32BE(50_000, 20);
    claim.writeUInt32BE(crc32(claim.subarray(12, 29)), 29);
    const answer = await send(claim);
    expect(answer).toMatchObject({ status: 400, body: { msg: 'The image has more than 25 megapixels' } });
  });
});

describe('slow uploads', () => {
  const begin = (): ClientRequest => {
    const sending = request(`${server.url}/api/testimonials/image`, {
      method: 'POST',
      headers: { 'x-auth-token': token, 'content-type': 'multipart/form-data; boundary=a-line-between' },
    });
    sending.write(part('content-disposition: form-data; name="image"; filename="a.jpg"'));
    return sending;
  };
  const statusOf = async (sending: ClientRequest) => {
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    sending.on('error', () => {});
    sending.destroy();
    return answer?.statusCode;
  };

  it('of one member leave places for others', async () => {
    const pending = new Set(Array.from({ length: 8 }, begin));
    const { promise: sixAnswered, resolve } = Promise.withResolvers<void>();
    const answers = [...pending].map(async (sending) => {
      const status = await statusOf(sending);
      pending.delete(sending);
      if (pending.size === 2) resolve();
      return status;
    });
    await sixAnswered;
    expect((await upload(server, await makeToken(server.db), photo)).status).toBe(200);
    for (const sending of pending) sending.end('--a-line-between--\r\n');
    const statuses = await Promise.all(answers);
    expect(statuses.toSorted()).toEqual([400, 400, ...Array(6).fill(429)]);
    expect((await send(photo)).status).toBe(200);
  });
});
