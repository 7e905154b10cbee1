import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

const region = 'eu-test-1';
const accessKeyId = 'AKTEST';
const secretAccessKey = 'secret/with+signs';
const bucket = 'pictures';

export interface TestS3 {
  /** Settings for a server that stores its images here. */
  settings: Record<string, string>;
  objects: Map<string, { bytes: Buffer; type: string }>;
  stop(): Promise<void>;
}

/**
 * Signatures are computed from the specification, not by the client's library. `statusFor` may return an error status.
 */
export async function testS3(
  statusFor: (method: string, number: number) => number | undefined = () => undefined,
): Promise<TestS3> {
  const objects: TestS3['objects'] = new Map();
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await bytesOf(request);
    const number = (counts.get(method) ?? 0) + 1;
    counts.set(method, number);
    const status = statusFor(method, number) ?? errorOf(request, body);
    if (status !== undefined) return response.writeHead(status).end('<Error/>');
    const [key = ''] = url.slice(`/${bucket}/`.length).split('?');
    const object = objects.get(key);
    if (method === 'PUT') {
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' });
      return response.writeHead(200).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    response.writeHead(200, { 'content-type': object.type, 'content-length': object.bytes.length });
    return response.end(object.bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    objects,
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** 403 for a wrong signature, 400 for a body other than the signed one. */
function errorOf({ method, url = '', headers }: IncomingMessage, body: Buffer): number | undefined {
  const [, id, day = '', where = '', names = '', signature] =
    authorization.exec(headers.authorization ?? '') ?? [];
  const time = String(headers['x-amz-date']);
  const payload = String(headers['x-amz-content-sha256']);
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const [path, query = ''] = url.split('?');
  const canonical = [method, path, query, signed.join(''), names, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${where}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), where), 's3'), 'aws4_request');
  const isRight = hmac(key, toSign).toString('hex') === signature;
  const isOurs = id === accessKeyId && where === region && time.startsWith(day) && names.includes('host');
  if (!isRight || !isOurs || !url.startsWith(`/${bucket}/`)) return 403;
  return method === 'PUT' && payload !== sha256(body) ? 400 : undefined;
}
