import type { Kysely } from 'kysely';
import { type DatabaseSettings, openDatabase } from '../../src/server/platform/db/database.ts';
import type { Tables } from '../../src/server/platform/db/tables.ts';
import { contactRequest } from '../../test/scene.ts';
import { expectThat } from './fault.ts';
import type { Load } from './load.ts';

/** Every acknowledged write, by kind, to be compared with the database afterwards. */
export class Ledger {
  readonly posts: string[] = [];
  /** By post: each is liked and commented on once. */
  readonly likes: string[] = [];
  readonly comments: string[] = [];
  /** By e-mail address; stored together with a mail to the office. */
  readonly contactRequests: string[] = [];

  get size(): number {
    return this.posts.length + this.likes.length + this.comments.length + this.contactRequests.length;
  }

  /** What was acknowledged until now. */
  copy(): Ledger {
    const copy = new Ledger();
    copy.posts.push(...this.posts);
    copy.likes.push(...this.likes);
    copy.comments.push(...this.comments);
    copy.contactRequests.push(...this.contactRequests);
    return copy;
  }

  /** For Load.repeat. */
  readonly writePost = async (load: Load): Promise<void> => {
    const post = await load.call('POST /api/posts', { body: { text: 'Open house' } });
    if (!post) return;
    this.posts.push(post._id);
    if (await load.call(`PUT /api/posts/like/${post._id}`)) this.likes.push(post._id);
    const body = { text: 'See you there' };
    if (await load.call(`POST /api/posts/comment/${post._id}`, { body })) this.comments.push(post._id);
  };

  /** For Load.repeat. */
  readonly writeContactRequest = async (load: Load): Promise<void> => {
    const body = contactRequest();
    if (await load.call('POST /api/contact', { body })) this.contactRequests.push(body.email);
  };

  /** How many acknowledged writes the database lacks. */
  async lost(db: Kysely<Tables>): Promise<number> {
    const posts = await db.selectFrom('posts').select('id').execute();
    const likes = await db.selectFrom('post_likes').select('post_id as id').execute();
    const comments = await db.selectFrom('comments').select('post_id as id').execute();
    const contactRequests = await db
      .selectFrom('contact_requests')
      .innerJoin('mails', 'mails.id', 'contact_requests.mail_id')
      .select('contact_requests.email as id')
      .execute();
    const missing = (wanted: string[], rows: { id: string }[]) => {
      const stored = new Set(rows.map(({ id }) => id));
      return wanted.filter((id) => !stored.has(id)).length;
    };
    return (
      missing(this.posts, posts) +
      missing(this.likes, likes) +
      missing(this.comments, comments) +
      missing(this.contactRequests, contactRequests)
    );
  }

  /**
   * Compares with the database, then deletes one acknowledged row and compares again: a ledger that finds nothing could
   * not see a loss. Returns how many were compared.
   * @throws NotSurvived
   */
  async compare(settings: DatabaseSettings): Promise<string> {
    const db = openDatabase(settings);
    try {
      const lost = await this.lost(db);
      expectThat(lost === 0, `${lost} of ${this.size} acknowledged writes lost`);
      if (this.comments.length === 0 || this.contactRequests.length === 0)
        throw new Error('Nothing was acknowledged, so nothing could be lost');
      await db
        .deleteFrom('comments')
        .where('post_id', '=', this.comments.at(-1) ?? '')
        .execute();
      if ((await this.lost(db)) !== 1) throw new Error('The ledger does not see a loss');
    } finally {
      await db.destroy();
    }
    return `0 of ${this.size} acknowledged writes lost`;
  }
}

/** Starts the usual writers: posts with likes and comments, and contact requests. */
export function writeInto(ledger: Ledger, load: Load, writers = 2): Load {
  return load.repeat(writers, ledger.writePost).repeat(writers, ledger.writeContactRequest);
}
