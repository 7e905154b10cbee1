import { offerPasswordLink } from '../src/server/features/auth/passwords/password-links.service.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { articleBody, makeUser } from '../test/factories.ts';
import { person } from '../test/scene.ts';
import { type Answer, type CallOptions, call } from '../test/server.ts';
import { expectThat, type Fault } from './lib/fault.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { Postgres } from './lib/postgres.ts';

const links = 'features/auth/passwords/password-links.service.ts';
const slugs = 'features/articles/article-slugs.ts';
const likes = 'features/posts/likes.service.ts';

const protections: Fault['protections'] = {
  'the key of likes': [
    {
      file: 'migrations/1000_schema/feed.ts',
      from: ',\n    constraint post_likes_once primary key (post_id, user_id)',
      to: '',
    },
    patch(likes, ".onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())", ''),
  ],
  'the claim of a slug': [
    patch(slugs, 'number = await nextNumber(db, wanted)', 'number = 1'),
    patch(slugs, ".onConflict((conflict) => conflict.column('slug').doNothing())", ''),
  ],
  'the one use of a link': [
    patch(
      links,
      ".deleteFrom('password_links')\n    .where('token_hash', '=', tokenHash)",
      ".selectFrom('password_links')\n    .where('token_hash', '=', tokenHash)",
    ),
    patch(
      links,
      ".returning(['user_id', 'mailed_to'])\n    .executeTakeFirst()",
      ".select(['user_id', 'mailed_to'])\n    .executeTakeFirst().finally(() => new Promise((resolve) => setTimeout(resolve, 500)))",
    ),
    { file: 'migrations/1010_used_links.ts', from: 'token_hash text primary key', to: 'token_hash text' },
  ],
  'the lock on changes of users': [
    patch('features/users/user-rows.ts', "await acquireLock(transaction, 'users');", ''),
    patch('platform/http/still-allowed.ts', 'if (by === undefined) return;', 'return;'),
  ],
};

export default {
  number: '11',
  title: 'a hundred requests at once, on two processes',
  limit: 120,
  protections,
  async run(stage) {
    const { url: databaseUrl } = await Postgres.start(stage);
    const settings = { DATABASE_URL: databaseUrl };
    const urls = [
      (await stage.started(settings, stage.patches)).url,
      (await stage.started(settings, stage.patches)).url,
    ];
    const token = await signIn(urls[0] ?? '');
    const db = openDatabase({ databaseUrl, dataDir: '' });
    const atOnce: AtOnce = (count, callOf) =>
      Promise.all(
        Array.from({ length: count }, (_, number) => call(urls[number % 2] ?? '', ...callOf(number))),
      );
    return [
      await oneLike(atOnce, token),
      await slugsOfTheirOwn(atOnce, token),
      await oneUseOfALink(atOnce, db),
      await oneAdminLeft(atOnce, db),
    ].join(', ');
  },
} satisfies Fault;

/** By turns on both processes. */
type AtOnce = (
  count: number,
  callOf: (number: number) => [key: string, options: CallOptions],
) => Promise<Answer[]>;

async function oneLike(atOnce: AtOnce, token: string): Promise<string> {
  const [post] = await atOnce(1, () => ['POST /api/posts', { token, body: { text: 'Open house' } }]);
  const id = post?.body._id;
  const answers = await atOnce(100, () => [`PUT /api/posts/like/${id}`, { token }]);
  const [list] = await atOnce(1, () => [`GET /api/posts/${id}/likes`, { token }]);
  const accepted = answers.filter(({ status }) => status === 200).length;
  expectThat(
    accepted === 1 && list?.body.length === 1,
    `of 100 likes of one member ${accepted} are 200, and ${list?.body.length} are listed`,
  );
  return '1 like of 100';
}

async function slugsOfTheirOwn(atOnce: AtOnce, token: string): Promise<string> {
  const answers = await atOnce(20, () => ['POST /api/articles', { token, body: articleBody() }]);
  const different = new Set(answers.map(({ status, body }) => (status === 200 ? body.slug : undefined)));
  different.delete(undefined);
  expectThat(different.size === 20, `20 articles of one title got ${different.size} slugs`);
  return '20 slugs of 20 articles';
}

async function oneUseOfALink(atOnce: AtOnce, db: Database): Promise<string> {
  const { id: userId } = await makeUser(db);
  const link = await db
    .transaction()
    .execute((transaction) => offerPasswordLink(transaction, { userId, kind: 'reset' }, 'http://x'));
  const token = new URL(link).hash.slice(1);
  const answers = await atOnce(100, (number) => [
    'POST /api/auth/set-password',
    { body: { token, password: `brand new and long ${number}` } },
  ]);
  const used = answers.filter(({ status }) => status === 200).length;
  expectThat(used === 1, `a link was used ${used} times`);
  return '1 use of a link of 100';
}

/** Repeated, because a race is not lost every time. */
async function oneAdminLeft(atOnce: AtOnce, db: Database): Promise<string> {
  const rounds = 10;
  for (let round = 1; round <= rounds; round++) {
    await db.updateTable('users').set({ admin: false }).execute();
    const admins = [await person({ db }, { admin: true }), await person({ db }, { admin: true })];
    await atOnce(20, (number) => {
      const by = admins[number % 2];
      const target = admins[(number + 1) % 2];
      const body = { name: target?.name, email: target?.email, admin: false };
      return [`PUT /api/users/${target?.id}`, { token: by?.token, body }];
    });
    const left = await db.selectFrom('users').select('id').where('admin', '=', true).execute();
    expectThat(left.length > 0, `no admin is left of two who demote each other, in round ${round}`);
    expectThat(left.length === 1, `${left.length} admins are left of two who demote each other`);
  }
  return `1 admin left of two, ${rounds} times`;
}
