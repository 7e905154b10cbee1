import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleBody, makeToken } from '../../../../test/factories.ts';
import { plainImage, upload } from '../../../../test/images.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer({}, { decoded: true });
  token = await makeToken(server.db);
});
afterAll(() => server.stop());

async function idOf(image: Sharp | Buffer<ArrayBuffer>, name = 'photo.jpg'): Promise<string> {
  const bytes = 'toBuffer' in image ? Buffer.from(await image.toBuffer()) : image;
  const { status, body } = await upload(server, token, bytes, { name });
  expect(status, body.msg).toBe(200);
  return body.id;
}

async function filesOf(id: string) {
  // The server's libvips reads only accepted formats; the test reads the results, too.
  sharp.unblock({ operation: ['VipsForeignLoadHeif'] });
  return Promise.all(
    [96, 192, 384].flatMap((width) =>
      ['avif', 'webp', 'jpg'].map(async (ending) => {
        const name = `${width}.${ending}`;
        const response = await fetch(`${server.url}/images/${id}/${name}`);
        expect(response.status, name).toBe(200);
        const file = Buffer.from(await response.arrayBuffer());
        return { name, width, file, metadata: await sharp(file).metadata() };
      }),
    ),
  );
}

async function colorAt(id: string, left: number, top: number): Promise<number[]> {
  const file = await fetch(`${server.url}/images/${id}/384.jpg`).then((response) => response.arrayBuffer());
  const pixel = await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}

function expectClose(actual: number[], wanted: number[], tolerance = 12): void {
  expect(actual).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) {
    expect(Math.abs((actual[index] ?? Number.NaN) - value), `${actual}`).toBeLessThanOrEqual(tolerance);
  }
}

const red = [200, 30, 40];
const blue = [20, 60, 200];
const color = ([r = 0, g = 0, b = 0]: number[]) => ({ r, g, b });

const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: color(red) } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: color(blue) } },
      left: width / 2,
      top: 0,
    },
  ]);

it('a logo is whole in a transparent square', async () => {
  const { token: adminToken } = await person(server, { admin: true });
  const drawing = sharp({
    create: { width: 300, height: 100, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 1 } },
  });
  const bytes = Buffer.from(await drawing.png().toBuffer());
  const { status, body } = await upload(server, adminToken, bytes, { path: '/api/site/logo/image' });
  expect(status).toBe(200);
  const file = await fetch(server.url + body.url);
  expect(file.headers.get('content-type')).toBe('image/png');
  const shown = sharp(Buffer.from(await file.arrayBuffer()));
  expect(await shown.metadata()).toMatchObject({ format: 'png', width: 512, height: 512, hasAlpha: true });
  const { data, info } = await shown.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
  expect([alphaAt(256, 5), alphaAt(256, 256)]).toEqual([0, 255]);
});

it('a cover has its size, and of a strip is its middle, at most twice as high as wide', async () => {
  const sizeOf = async (width: number, height: number) => {
    const bytes = Buffer.from(await plainImage(width, height).jpeg().toBuffer());
    const { body: cover } = await upload(server, token, bytes, { path: '/api/articles/image' });
    const { body } = await server.call('POST /api/articles', {
      token,
      body: articleBody({ cover_id: cover.id }),
    });
    const html = await (await fetch(`${server.url}/articles/${body.slug}`)).text();
    return /<img [^>]*width="(\d+)" height="(\d+)"/.exec(html)?.slice(1).map(Number);
  };
  expect(await sizeOf(100, 2000)).toEqual([100, 200]);
  expect(await sizeOf(60, 40)).toEqual([60, 40]);
});

describe('an uploaded image', () => {
  it('makes a square of each width in each format', async () => {
    const id = await idOf(plainImage().jpeg());
    for (const { name, width, metadata } of await filesOf(id)) {
      expect(metadata, name).toMatchObject({ width, height: width, channels: 3, space: 'srgb' });
      const format = { avif: 'heif', webp: 'webp', jpg: 'jpeg' }[name.split('.')[1] ?? ''];
      expect(metadata.format, name).toBe(format);
    }
  });

  it('is cut to the square in its middle', async () => {
    const id = await idOf(halves(1200, 400).png());
    expectClose(await colorAt(id, 5, 200), red);
    expectClose(await colorAt(id, 378, 200), blue);
    const tall = await idOf(halves(200, 900).png());
    expectClose(await colorAt(tall, 100, 380), red);
  });

  it('is enlarged when it is small: every address of it is there', async () => {
    await filesOf(await idOf(plainImage(2, 1).png()));
  });

  it('keeps its place but not its metadata: no place, camera, profile, comment', async () => {
    const secret = 'SECRETPLACE';
    const image = plainImage(500, 400)
      .jpeg()
      .withExif({
        IFD0: { Make: secret, ImageDescription: secret, Copyright: secret },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 3/1 30/1', GPSLongitudeRef: 'W' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
      .withIccProfile('p3');
    const tagged = Buffer.from(await image.toBuffer());
    expect(tagged.includes(secret)).toBe(true);
    expect((await sharp(tagged).metadata()).exif?.length).toBeGreaterThan(100);
    for (const { name, file, metadata } of await filesOf(await idOf(tagged))) {
      expect(metadata, name).not.toHaveProperty('exif');
      expect(metadata, name).not.toHaveProperty('xmp');
      expect(metadata, name).not.toHaveProperty('icc');
      expect(file.includes(secret) || file.includes('GPS') || file.includes('Exif'), name).toBe(false);
    }
  });

  it('stands upright, however the camera was held', async () => {
    // 6: rotate a quarter clockwise, so that left becomes the top.
    const id = await idOf(halves(400, 400).jpeg().withMetadata({ orientation: 6 }));
    expectClose(await colorAt(id, 200, 5), red);
    expectClose(await colorAt(id, 200, 378), blue);
    const lying = await idOf(halves(600, 400).jpeg().withMetadata({ orientation: 6 }));
    const { width, height } = await server.db
      .selectFrom('images')
      .select(['width', 'height'])
      .where('id', '=', lying)
      .executeTakeFirstOrThrow();
    expect({ width, height }).toEqual({ width: 400, height: 600 });
  });

  it('loses what hides behind and in it', async () => {
    const script = '<script>alert(1)</script>';
    const plain = Buffer.from(await plainImage().jpeg().toBuffer());
    const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(script.length + 2)}${script}`, 'latin1');
    const polyglot = Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2), Buffer.from(script)]);
    const id = await idOf(polyglot, 'page.html');
    for (const { name, file } of await filesOf(id)) expect(file.includes('script'), name).toBe(false);
  });

  it('is known by its content, not by its name', async () => {
    for (const name of [
      'photo.gif',
      'noname',
      'a\0.jpg',
      '../../etc/passwd',
      'x'.repeat(50_000),
      '💥"\r\n.png',
    ]) {
      await idOf(plainImage().webp(), name);
    }
  });

  it('has the colors of a CMYK JPEG', async () => {
    const cmyk = Buffer.from(await halves(400, 400).toColorspace('cmyk').jpeg({ quality: 95 }).toBuffer());
    expect((await sharp(cmyk).metadata()).channels).toBe(4);
    const id = await idOf(cmyk);
    // CMYK has no such red and blue: close is enough, inverted is far off.
    expectClose(await colorAt(id, 50, 200), red, 60);
    expectClose(await colorAt(id, 330, 200), blue, 60);
  });

  it('has the colors of a PNG of 16 bits, on white where it was transparent', async () => {
    const deep = halves(400, 400).toColorspace('rgb16').png();
    const id = await idOf(deep);
    expectClose(await colorAt(id, 50, 200), red);
    const clear = {
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    } as const;
    expectClose(await colorAt(await idOf(sharp(clear).png()), 20, 20), [255, 255, 255]);
  });

  it('is in color though a gray one was uploaded', async () => {
    const gray = await idOf(plainImage(80, 80, '#808080').toColorspace('b-w').png());
    expectClose(await colorAt(gray, 20, 20), [128, 128, 128]);
  });

  it('stands still: the first frame of an animated WebP', async () => {
    const frames = Buffer.concat([frame(red), frame(blue)]);
    const image = sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } });
    const animated = Buffer.from(await image.webp({ loop: 0, lossless: true }).toBuffer());
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const id = await idOf(animated);
    expectClose(await colorAt(id, 200, 200), red);
    for (const { name, metadata } of await filesOf(id)) expect(metadata.pages ?? 1, name).toBe(1);
  });

  it('stands still: the first frame of an animated PNG', async () => {
    const id = await idOf(await animatedPng());
    expectClose(await colorAt(id, 200, 200), red);
  });
});

const frame = (background: number[]) => Buffer.alloc(64 * 64 * 3, Buffer.from(background));

/** A PNG of 64 pixels with a second frame, which sharp cannot write. */
async function animatedPng(): Promise<Buffer<ArrayBuffer>> {
  const png = (pixels: Buffer) =>
    sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
  const [first, second] = [await png(frame(red)), await png(frame(blue))];
  const control = Buffer.alloc(26);
  control.writeUInt32BE(64, 4);
  control.writeUInt32BE(64, 8);
  const numbered = (number: number) => Buffer.concat([uint32(number), control.subarray(4)]);
  return Buffer.concat([
    first.subarray(0, 33),
    chunk('acTL', Buffer.concat([uint32(2), uint32(0)])),
    chunk('fcTL', numbered(0)),
    chunk('IDAT', dataOf(first)),
    chunk('fcTL', numbered(1)),
    chunk('fdAT', Buffer.concat([uint32(2), dataOf(second)])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function dataOf(png: Buffer): Buffer {
  const start = png.indexOf('IDAT') + 4;
  return png.subarray(start, start + png.readUInt32BE(start - 8));
}
