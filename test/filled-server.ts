import { sharedKey } from './empty-place.ts';
import { articleBody } from './factories.ts';
import { plainImage, upload } from './images.ts';
import { contactRequest, person, profileBody, Scene } from './scene.ts';
import { type TestServer, testServer } from './server.ts';

export interface FilledServer extends TestServer {
  /** An admin's session. */
  token: string;
}

/** A server with some of everything, made by calls. */
export async function filledServer(settings: Record<string, string> = {}): Promise<FilledServer> {
  const server = await testServer({ SECRETS_KEY: sharedKey, ...settings });
  const admin = await person(server, { admin: true, name: 'Zoë “Ada” Ångström 🏡' });
  const scene = new Scene(server, await person(server), admin);
  const made = async (key: string, body?: unknown) => {
    const answer = await server.call(key, { token: admin.token, body });
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.body.msg}`);
    return answer.body;
  };
  await scene.withProfiles();
  await made('POST /api/profile', { ...profileBody, bio: 'Line one\nline "two" \\ \u2028 three' });
  await made('PUT /api/profile/experience', { title: 'Agent', company: 'Homequest', current: true });
  const bytes = new Uint8Array(await plainImage().jpeg().toBuffer());
  const portrait = await upload(server, admin.token, bytes);
  const cover = await upload(server, admin.token, bytes, { path: '/api/articles/image' });
  const testimonial = { name: 'Dana', testimonial: 'Paid the **next** day.', image_id: portrait.body.id };
  await made('POST /api/testimonials', testimonial);
  await made('POST /api/articles', articleBody({ cover_id: cover.body.id, cover_alt: 'A house' }));
  await scene.articleVersion();
  await made('POST /api/articles', articleBody({ title: 'Long', text: 'Escrow closes. '.repeat(5000) }));
  const text = `A thought, and ![a house](/images/${cover.body.id}/1440.jpg)`;
  await made('PUT /api/articles/working-copy/new', { title: 'Half written', text });
  const post = await made('POST /api/posts', { text: 'Offenes Haus – Ré́sumé, 東京, escrow' });
  await made(`PUT /api/posts/like/${post._id}`);
  await made(`POST /api/posts/comment/${post._id}`, { text: 'See you there' });
  await made(`PUT /api/posts/pin/${post._id}`);
  await scene.reportedComment();
  await server.call('POST /api/contact', { body: contactRequest() });
  await made(`POST /api/leads/${await scene.lead()}/notes`, { text: 'Called back' });
  await scene.invitedUser();
  return { ...server, token: admin.token };
}

const paths = [
  '/api/articles',
  '/api/articles/all',
  '/api/articles/working-copy/new',
  '/api/testimonials',
  '/api/posts?limit=50',
  '/api/posts?search=resume+escr',
  '/api/profile',
  '/api/profile/me',
  '/api/users',
  '/api/leads',
  '/api/audit',
  '/api/moderation',
  '/api/outbox',
  '/api/notifications',
];

/** The server's answers about everything that `filledServer` made, images included. */
export async function answersOf(server: Pick<TestServer, 'url' | 'call'>, token: string) {
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await server.call(`GET ${path}`, { token });
    answers[path] = { status, body };
  }
  const text = JSON.stringify(answers);
  for (const path of new Set(text.match(/\/images\/[\w-]+\/[\w.]+/g))) {
    // Kept alive, the connection may not be idle yet when the server stops, which then waits for it.
    const response = await fetch(`${server.url}${path}`, { headers: { connection: 'close' } });
    answers[path] = { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  }
  return answers;
}
