import { type Database, type DatabaseSettings, openDatabase } from '../../src/server/platform/db/database.ts';
import { plainImage } from '../../test/images.ts';
import { contactRequest } from '../../test/scene.ts';
import { expectThat } from './fault.ts';
import { Load, signIn } from './load.ts';

/** Low, as a portrait is made several hundred pixels wide, and encoding that takes long. */
export const lowPicture = plainImage(200, 2)
  .jpeg()
  .toBuffer()
  .then((bytes) => new Uint8Array(bytes));

export type Kind = 'post' | 'like' | 'comment' | 'contact request' | 'testimonial';

/** An acknowledged write. Likes and comments carry the id of their post, contact requests their email address. */
interface Write {
  kind: Kind;
  id: string;
  /** performance.now() when it was sent, and when its acknowledgement came. */
  sent: number;
  acknowledged: number;
}

/** Every acknowledged write, to be compared with the database afterwards. */
export class Ledger {
  readonly #writes: Write[] = [];

  get size(): number {
    return this.#writes.length;
  }

  count(kind: Kind): number {
    return this.#writes.filter((write) => write.kind === kind).length;
  }

  /** A snapshot of the writes acknowledged so far. */
  copy(): Ledger {
    const copy = new Ledger();
    copy.#writes.push(...this.#writes);
    return copy;
  }

  /** Sends a write and records its acknowledgement, under its own `_id` unless `id` is given. Returns the body, if any. */
  async #record(load: Load, kind: Kind, key: string, { body, id }: { body?: object; id?: string }) {
    const sent = performance.now();
    const answer = await load.call(key, { body });
    if (answer) this.#writes.push({ kind, id: id ?? answer._id, sent, acknowledged: performance.now() });
    return answer;
  }

  /** For Load.repeat. */
  readonly writePost = async (load: Load): Promise<void> => {
    const body = { text: 'Open house' };
    const post = await this.#record(load, 'post', 'POST /api/posts', { body });
    if (!post) return;
    const { _id: id } = post;
    await this.#record(load, 'like', `PUT /api/posts/like/${id}`, { id });
    await this.#record(load, 'comment', `POST /api/posts/comment/${id}`, { id, body });
  };

  /** For Load.repeat. */
  readonly writeContactRequest = async (load: Load): Promise<void> => {
    const body = contactRequest();
    await this.#record(load, 'contact request', 'POST /api/contact', { body, id: body.email });
  };

  /** For Load.repeat. A testimonial with a picture of its own. */
  readonly writeTestimonial = async (load: Load): Promise<void> => {
    const image = await load.upload(await lowPicture);
    if (!image) return;
    const body = { name: 'Ana Agent', testimonial: 'All of it is mine.', image_id: image.id };
    await this.#record(load, 'testimonial', 'POST /api/testimonials', { body });
  };

  /** The acknowledged writes that the database has, and those that it lacks. */
  async #found(db: Database): Promise<{ stored: Write[]; lost: Write[] }> {
    const rows: Record<Kind, { id: string }[]> = {
      post: await db.selectFrom('posts').select('id').execute(),
      like: await db.selectFrom('post_likes').select('post_id as id').execute(),
      comment: await db.selectFrom('comments').select('post_id as id').execute(),
      'contact request': await db
        .selectFrom('contact_requests')
        .innerJoin('mails', 'mails.id', 'contact_requests.mail_id')
        .select('contact_requests.email as id')
        .execute(),
      testimonial: await db
        .selectFrom('testimonials')
        .innerJoin('images', 'images.id', 'testimonials.image_id')
        .select('testimonials.id')
        .execute(),
    };
    const keys = new Set(
      Object.entries(rows).flatMap(([kind, ofKind]) => ofKind.map(({ id }) => `${kind} ${id}`)),
    );
    const isStored = ({ kind, id }: Write) => keys.has(`${kind} ${id}`);
    return {
      stored: this.#writes.filter(isStored),
      lost: this.#writes.filter((write) => !isStored(write)),
    };
  }

  /**
   * Checks that the database is of one moment: no write is absent that was acknowledged before a stored one was sent.
   * Returns how many are stored of all.
   * @throws NotSurvived
   */
  async compareMoment(settings: DatabaseSettings): Promise<string> {
    await using db = openDatabase(settings);
    const { stored, lost } = await this.#found(db);
    const latest = Math.max(...stored.map(({ sent }) => sent));
    const torn = lost.filter(({ acknowledged }) => acknowledged < latest);
    expectThat(torn.length === 0, `${torn.length} writes absent that came before a stored one`);
    return `${stored.length} of ${this.size} up to one moment`;
  }

  /**
   * Compares with the database, then deletes one acknowledged row and compares again: a ledger that finds nothing could
   * not see a loss. Returns how many were compared.
   * @throws NotSurvived
   */
  async compare(settings: DatabaseSettings): Promise<string> {
    await using db = openDatabase(settings);
    const { lost } = await this.#found(db);
    expectThat(lost.length === 0, `${lost.length} of ${this.size} acknowledged writes lost`);
    const comment = this.#writes.findLast(({ kind }) => kind === 'comment');
    if (!comment || this.count('contact request') === 0)
      throw new Error('Nothing was acknowledged, so nothing could be lost');
    await db.deleteFrom('comments').where('post_id', '=', comment.id).execute();
    if ((await this.#found(db)).lost.length !== 1) throw new Error('The ledger does not see a loss');
    return `0 of ${this.size} acknowledged writes lost`;
  }
}

/** Starts the usual writers, who sign in first: posts with likes and comments, and contact requests. */
export async function writing(
  url: string,
  { ledger = new Ledger(), writers = 2, token = '' } = {},
): Promise<{ ledger: Ledger; load: Load }> {
  const load = new Load(url, token || (await signIn(url)));
  load.repeat(writers, ledger.writePost).repeat(writers, ledger.writeContactRequest);
  return { ledger, load };
}
