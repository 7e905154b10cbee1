import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sample documents of another system's export: MongoDB extended JSON, as mongoexport writes it. */
export const oldIds = {
  ann: '5d7a514b5d2c12c7449be042',
  bob: '5d7a514b5d2c12c7449be043',
  annAgain: '5e00514b5d2c12c7449be044',
  gone: '5d0000000000000000000001',
  post: '5e1b25b0a3f0b54d4c8a1111',
  article: '5f2c25b0a3f0b54d4c8a2222',
  testimonial: '5f2c25b0a3f0b54d4c8a3333',
};

export const oldPassword = 'the old password';
const bcrypt = '04$hq1MbCGWQSIa3.K0kq5PxeVFfRPJSw10g3urr47faC6txtc.IeSmu';

const oid = (id: string) => ({ $oid: id });
const canonicalDate = (iso: string) => ({ $date: { $numberLong: String(Date.parse(iso)) } });
const relaxedDate = (iso: string) => ({ $date: iso });

/** A PNG of 40 × 40 pixels. */
export const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAIAAAADnC86AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAASklEQVRYhe3YsQ0AMAwCwfQMSMX+a2SHNGlOcm8J2bzgZP0yx+KROo6r3mkMJCyzIDFYLCwOFgOLhcXBYmBRWqxgPlVElC991uACeCOp/QN+wSAAAAAASUVORK5CYII=';

export const oldUsers = [
  {
    _id: oid(oldIds.ann),
    name: 'Ann Lee',
    email: 'Ann.Lee@Example.com',
    password: `$2a$${bcrypt}`,
    avatar: '//www.gravatar.com/avatar/x?s=200&r=pg&d=mm',
    date: canonicalDate('2019-09-12T14:08:43.123Z'),
    __v: { $numberInt: '0' },
  },
  {
    _id: oid(oldIds.bob),
    name: 'Bob Stone',
    email: 'bob@example.com',
    password: `$2y$${bcrypt}`,
    date: relaxedDate('2019-09-13T10:00:00Z'),
  },
];

export const oldProfile = {
  _id: oid('5d7a5f0e5d2c12c7449be055'),
  user: oid(oldIds.ann),
  company: 'Lee Homes',
  website: 'leehomes.example.com',
  location: 'Long Beach, CA',
  status: 'Broker Associate',
  skills: ['Escrow', 'Staging'],
  bio: 'Sells houses by the sea.',
  githubusername: 'no such name!',
  experience: [
    {
      current: true,
      _id: oid('5d7a60005d2c12c7449be061'),
      title: 'Broker',
      company: 'Lee Homes',
      location: 'Long Beach',
      from: relaxedDate('2018-03-01T00:00:00Z'),
      to: null,
      description: '',
    },
    {
      current: false,
      _id: oid('5d7a5fff5d2c12c7449be060'),
      title: 'Agent',
      company: 'Sea & Co',
      from: relaxedDate('2015-01-01T00:00:00Z'),
      to: relaxedDate('2018-02-28T00:00:00Z'),
    },
  ],
  education: [
    {
      _id: oid('5d7a61005d2c12c7449be070'),
      school: 'CSULB',
      degree: 'BA',
      fieldofstudy: 'Economics',
      from: 'not a date',
      current: false,
    },
  ],
  social: { twitter: 'https://twitter.com/annlee', youtube: '' },
  date: relaxedDate('2019-09-12T15:00:00Z'),
};

export const oldPosts = [
  {
    _id: oid(oldIds.post),
    user: oid(oldIds.ann),
    text: 'The pelican inspection went well',
    name: 'Ann Lee',
    avatar: '//www.gravatar.com/avatar/x',
    likes: [
      { _id: oid('5e1b25c0a3f0b54d4c8a0001'), user: oid(oldIds.bob) },
      { _id: oid('5e1b25c1a3f0b54d4c8a0002'), user: oid(oldIds.gone) },
    ],
    comments: [
      {
        _id: oid('5e1b26b0a3f0b54d4c8a0003'),
        user: oid(oldIds.bob),
        text: 'Which house?',
        name: 'Bob Stone',
        date: relaxedDate('2020-01-12T14:00:00Z'),
      },
      { _id: oid('5e1b26b1a3f0b54d4c8a0004'), user: oid(oldIds.gone), text: 'Congratulations' },
    ],
    date: relaxedDate('2020-01-12T13:58:24Z'),
  },
  {
    _id: oid('5c3b25b0a3f0b54d4c8a1110'),
    user: oid(oldIds.bob),
    text: 'An older pelican',
    likes: [],
    comments: [],
    date: relaxedDate('2019-01-13T11:50:08Z'),
  },
];

export const oldTestimonials = [
  {
    _id: oid(oldIds.testimonial),
    name: 'Carla Diaz',
    text: 'I kept **all** of it.',
    image: `data:image/png;base64,${smallPng}`,
    date: relaxedDate('2020-02-02T10:00:00Z'),
  },
];

export const oldArticles = [
  {
    _id: oid(oldIds.article),
    title: 'What a side costs',
    text: '<h1>Costs</h1><p>A <strong>flat</strong> fee &amp; nothing <a href="https://example.com/x">else</a>.</p><script>alert(1)</script>',
    url: 'https://www.dre.ca.gov/',
    image: 'pictures/cover.png',
    date: relaxedDate('2020-08-06T10:00:00Z'),
  },
];

export const asLines = (documents: object[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');

/** Writes files by name into a new folder; returns it and what removes it. */
export async function exportFolder(files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'old-export-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The whole export: lines, arrays and pretty-printed documents. */
export const wholeExport = () =>
  exportFolder({
    'users.json': asLines(oldUsers),
    'profiles.json': `\uFEFF${JSON.stringify([oldProfile], null, 2)}\n`,
    'posts.json': JSON.stringify(oldPosts),
    'testimonials.json': asLines(oldTestimonials),
    'articles.json': JSON.stringify(oldArticles, null, 2),
    'pictures/cover.png': Buffer.from(smallPng, 'base64'),
  });
