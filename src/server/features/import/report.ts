/** The counts of the import, in the order of the report. */
export const counted = [
  'users',
  'profiles',
  'experience',
  'education',
  'posts',
  'comments',
  'likes',
  'testimonials',
  'articles',
  'pictures',
] as const;
export type Counted = (typeof counted)[number];

export interface Count {
  read: number;
  new: number;
  /** Imported before, or here already. */
  known: number;
  skipped: number;
}

export interface Remark extends Place {
  /** A note is about something that is imported with a change. */
  kind: 'skipped' | 'note';
  reason: string;
}

/** Beyond, only counts. */
const maxRemarks = 20_000;

export class Report {
  readonly counts: Record<Counted, Count>;
  readonly remarks: Remark[] = [];
  /** Remarks beyond the max. */
  further = 0;
  /** Files that begin more records than were read. */
  readonly uncounted: { file: string; begun: number; read: number }[] = [];

  /** Files without a record. */
  readonly empty: string[] = [];

  constructor() {
    const none = () => ({ read: 0, new: 0, known: 0, skipped: 0 });
    this.counts = {
      users: none(),
      profiles: none(),
      experience: none(),
      education: none(),
      posts: none(),
      comments: none(),
      likes: none(),
      testimonials: none(),
      articles: none(),
      pictures: none(),
    };
  }

  add(what: Counted, outcome: 'new' | 'known' | 'skipped', times = 1): void {
    this.counts[what].read += times;
    this.counts[what][outcome] += times;
  }

  skip(what: Counted, place: Place, reason: string, times = 1): void {
    this.add(what, 'skipped', times);
    this.#remark({ ...place, kind: 'skipped', reason });
  }

  note(place: Place, reason: string): void {
    this.#remark({ ...place, kind: 'note', reason });
  }

  /** How many records were left out, with those that were never seen. */
  get lost(): number {
    const skipped = Object.values(this.counts).reduce((sum, count) => sum + count.skipped, 0);
    return this.uncounted.reduce((sum, { begun, read }) => sum + begun - read, skipped);
  }

  #remark(remark: Remark): void {
    if (this.remarks.length < maxRemarks) this.remarks.push(remark);
    else this.further++;
  }
}

/** Where a document begins. */
export interface Place {
  file: string;
  line: number;
  /** Its number in the file, from 1: all of an array may be on one line. */
  record: number;
  /** Its `_id`, if it has one. */
  id?: string;
}
