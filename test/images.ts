import sharp, { type Sharp } from 'sharp';
import type { Answer, TestServer } from './server.ts';

export const plainImage = (width = 400, height = 300, background = '#0b5d57'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** The shortest file that is accepted as a PDF. */
export const plainPdf = (): Uint8Array<ArrayBuffer> => new TextEncoder().encode('%PDF-1.4\n%%EOF\n');

/** Uploads `bytes` as a browser does, by default in the field `image`. */
export async function upload(
  server: Pick<TestServer, 'url'>,
  token: string | undefined,
  bytes: Uint8Array<ArrayBuffer> | string,
  { name = 'photo.jpg', field = 'image', path = '/api/testimonials/image' } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append(field, new File([bytes], name));
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: token === undefined ? {} : { 'x-auth-token': token },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
