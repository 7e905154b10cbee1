import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { second } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from './database.ts';
import { isDatabaseAway } from './database-away.ts';

/** A signed-in member. */
interface Reader {
  session: {
    id: string;
    /** Position in the write-ahead log; null before the first change. */
    lastWrite: string | null;
  };
}

/** The version of the public content that this process knows. */
interface KnownContent {
  readonly current: number;
  /** True while a newer version may exist. */
  readonly outdated: boolean;
}

/** Chooses the database of a read. The work may run twice, and may only read. */
export interface Reads {
  /** Logs when the standby falls out of use and when it is back. Before it nothing is read from the standby. */
  start(log: Pick<FastifyBaseLogger, 'info' | 'warn'>): void;
  /** For public content. */
  content<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** For a member, who sees at least their own changes. */
  member<T>(reader: Reader, work: (db: Database) => Promise<T>): Promise<T>;
  /** Call it after a member's change and before responding. */
  changedBy(reader: Reader): Promise<void>;
  close(): Promise<void>;
}

type Settings = Pick<Config, 'databaseReadUrl' | 'databasePool' | 'databasePooler' | 'dataDir'>;

/** Reads from the standby of DATABASE_READ_URL while it is at most 5 s behind, else from `db`. */
export function openReads(config: Settings, db: Database, content: KnownContent): Reads {
  return config.databaseReadUrl
    ? new StandbyReads(db, openDatabase({ ...config, databaseUrl: config.databaseReadUrl }), content)
    : {
        start() {},
        content: (work) => work(db),
        member: (_reader, work) => work(db),
        async changedBy() {},
        async close() {},
      };
}

const interval = second;
const maxLag = 5 * second;

interface Standby {
  /** Of the write-ahead log, replayed. */
  position: bigint;
  contentVersion: number;
  /** When the primary was at a position that has been replayed. */
  recentAt: number;
}

class StandbyReads implements Reads {
  readonly #primary: Database;
  readonly #standby: Database;
  readonly #content: KnownContent;
  /** Positions of the primary, newest first. */
  #positions: { position: bigint; at: number }[] = [];
  #state: Standby | undefined;
  #unsafeUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isClosed = false;
  /** As logged. */
  #isUsed: boolean | undefined;
  #log: Parameters<Reads['start']>[0] | undefined;

  constructor(primary: Database, standby: Database, content: KnownContent) {
    this.#primary = primary;
    this.#standby = standby;
    this.#content = content;
  }

  start(log: Parameters<Reads['start']>[0]): void {
    this.#log = log;
    this.#checking = this.#check();
  }

  content<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.#run(
      ({ contentVersion }) => !this.#content.outdated && contentVersion >= this.#content.current,
      work,
    );
  }

  member<T>({ session }: Reader, work: (db: Database) => Promise<T>): Promise<T> {
    const last = session.lastWrite === null ? 0n : toPosition(session.lastWrite);
    return this.#run(({ position }) => position >= last, work);
  }

  async #run<T>(hasAll: (standby: Standby) => boolean, work: (db: Database) => Promise<T>): Promise<T> {
    const state = this.#state;
    const isSafe = state && isRecent(state) && Date.now() > this.#unsafeUntil;
    if (!isSafe || !hasAll(state)) return work(this.#primary);
    try {
      return await work(this.#standby);
    } catch (error) {
      if (!isDatabaseAway(error) && !isCanceledByReplay(error)) throw error;
      this.#state = undefined;
      return work(this.#primary);
    }
  }

  async changedBy({ session }: Reader): Promise<void> {
    try {
      await this.#primary
        .updateTable('sessions')
        .set({ last_write: sql<string>`pg_current_wal_insert_lsn()::text` })
        .where('id', '=', session.id)
        .execute();
    } catch {
      // The change is committed, so the call succeeds. The standby has it once it may be used again.
      this.#unsafeUntil = Date.now() + maxLag;
    }
  }

  async #check(): Promise<void> {
    try {
      const at = Date.now();
      const position = await positionOf(this.#primary);
      this.#positions = [{ position, at }, ...this.#positions.filter((each) => at - each.at < 2 * maxLag)];
      const { replayed, contentVersion } = await stateOf(this.#standby);
      const recent = this.#positions.find((each) => each.position <= replayed);
      this.#state = recent && { position: replayed, contentVersion, recentAt: recent.at };
      this.#note(this.#state !== undefined && isRecent(this.#state));
    } catch (error) {
      this.#state = undefined;
      this.#note(false, error);
    }
    if (!this.#isClosed) {
      this.#timer = setTimeout(() => {
        this.#checking = this.#check();
      }, interval).unref();
    }
  }

  /** Without an error a standby that is not used is behind. */
  #note(isUsed: boolean, error?: unknown): void {
    if (isUsed === this.#isUsed) return;
    this.#isUsed = isUsed;
    if (isUsed) this.#log?.info('standby in use');
    else this.#log?.warn(error === undefined ? { reason: 'behind' } : { err: error }, 'standby out of use');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#standby.destroy();
  }
}

const isRecent = ({ recentAt }: Standby) => Date.now() - recentAt <= maxLag;

/** A statement of a standby that ran while rows it needed were cleaned up. */
const isCanceledByReplay = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '40001';

async function positionOf(primary: Database): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  );
  return toPosition(rows[0]?.position ?? '');
}

async function stateOf(standby: Database) {
  // The position first: the rows read after it are at least as new.
  const { rows } = await sql<{ position: string }>`select pg_last_wal_replay_lsn()::text as position`.execute(
    standby,
  );
  const replayed = toPosition(rows[0]?.position ?? '');
  const { version } = await standby.selectFrom('content_version').select('version').executeTakeFirstOrThrow();
  return { replayed, contentVersion: version };
}

/** Such as 16/B374D848: two halves of 64 bits. @throws SyntaxError for anything else, as of a server that is no standby */
function toPosition(text: string): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
