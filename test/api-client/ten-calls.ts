import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** A client that knows only the OpenAPI document: node ten-calls.ts <url> <email> <password> */
type Post = components['schemas']['Post'];

const [, , baseUrl = '', email = '', password = ''] = process.argv;
const client: Client<paths> = createClient<paths>({ baseUrl });

const signedIn = await client.POST('/api/auth', { body: { email, password } });
const token: string = signedIn.data?.token ?? '';
client.use({
  onRequest({ request }) {
    request.headers.set('x-auth-token', token);
  },
});

const me = await client.GET('/api/auth');
const written = await client.POST('/api/posts', { body: { text: 'Open house on Sunday' } });
const post: Post | undefined = written.data;
const path = { id: post?._id ?? '' };
const liked = await client.PUT('/api/posts/like/{id}', { params: { path } });
const comments = await client.POST('/api/posts/comment/{id}', {
  params: { path },
  body: { text: 'See you there' },
});
const list = await client.GET('/api/posts', { params: { query: { limit: 20, search: 'sunday' } } });
const etag = list.response.headers.get('etag') ?? '';
const unchanged = await client.GET('/api/posts', {
  params: { query: { limit: 20, search: 'sunday' }, header: { 'If-None-Match': etag } },
});
const profile = await client.POST('/api/profile', { body: { status: 'Team Lead', skills: ['Leases'] } });
const stale = await client.PUT('/api/profile/experience', {
  params: { header: { 'If-Match': '"v99"' } },
  body: { title: 'Agent', company: 'Homes', from: '2019-02-01' },
});
const picture = await client.POST('/api/profile/image', {
  body: { image: new Blob(['no image']) },
  bodySerializer({ image }) {
    const form = new FormData();
    form.append('image', image, 'photo.jpg');
    return form;
  },
});
const deleted = await client.DELETE('/api/posts/{id}', { params: { path } });
const gone = await client.GET('/api/posts/{id}', { params: { path } });

console.log(
  JSON.stringify({
    name: me.data?.name,
    likes: liked.data?.length,
    comments: comments.data?.map(({ text }) => text),
    found: list.data?.map(({ commentCount }) => commentCount),
    position: Number(list.response.headers.get('x-feed-position')) > 0,
    unchanged: unchanged.response.status,
    skills: profile.data?.skills,
    stale: stale.error?.msg,
    picture: picture.error?.errors[0]?.field,
    deleted: deleted.data?.msg,
    gone: gone.error?.msg,
  }),
);
