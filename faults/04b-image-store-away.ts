import { plainImage, upload } from '../test/images.ts';
import { testS3 } from '../test/s3.ts';
import { call } from '../test/server.ts';
import { withoutCleanup } from './04-disk-full.ts';
import { expectOk, expectThat, expectWithin, type Fault } from './lib/fault.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';

const without503 = patch('features/images/store-errors.ts', 'error instanceof StoreError', 'false');

export default {
  number: '4b',
  title: 'the image store (S3) failing, then back',
  limit: 60,
  protections: {
    '503 for errors of the store': [without503],
    'the clean-up after a failed upload': [withoutCleanup],
  },
  async run(stage) {
    // While it fails it takes a few files of an upload, in spite of repeated attempts.
    let failing = false;
    const s3 = await testS3((method, number) =>
      failing && method === 'PUT' && number % 9 !== 0 ? 500 : undefined,
    );
    const server = await stage.started(s3.settings, stage.patches);
    const token = await signIn(server.url);
    const image = new Uint8Array(await plainImage().jpeg().toBuffer());
    const first = expectOk(await upload(server, token, image), 'an upload at first');
    const stored = s3.objects.size;

    failing = true;
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, headers } = await upload(server, token, image);
      expectThat(status === 503 && headers.has('retry-after'), `an upload answers ${status}`);
    }
    expectThat(s3.objects.size === stored, `failed uploads left ${s3.objects.size - stored} files`);
    for (const path of ['/', '/api/posts'])
      expectOk(await call(server.url, `GET ${path}`, { token }), `${path} while the store is away`);
    failing = false;
    const isStored = async () => (await upload(server, token, image)).status === 200;
    await expectWithin(5000, isStored, 'uploads fail after the store is back');
    expectOk(await fetch(server.url + first.body.url), 'an image stored before');
    return `uploads 503, pages 200, no file left behind, uploads 200 again`;
  },
} satisfies Fault;
