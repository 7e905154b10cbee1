import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '0033_second_factors';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, postgres } = columnTypes(db);

  // No foreign key and no name: the log outlives its users without naming them.
  await db.schema
    .createTable('security_log')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('id', id, (column) => column.notNull().unique())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('user_id', id)
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('created_at', timestamp, (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'security_log_by_date', []);
  await index(db, 'security_log_by_user', ['user_id']);
  await index(db, 'security_log_by_event', ['event']);
  await index(db, 'security_log_by_address', ['address']);
  await sql`insert into locks (name) values ('security-log')`.execute(db);

  if (postgres) await appendOnlyPostgres(db);
  else await appendOnlySqlite(db);
}

const index = (db: Kysely<unknown>, name: string, columns: string[]) =>
  db.schema
    .createIndex(name)
    .on('security_log')
    .columns([...columns, 'created_at', 'id'])
    .execute();

// 364 days and not 12 months: the server counts months in its own way, and by its own clock.
async function appendOnlyPostgres(db: Kysely<unknown>): Promise<void> {
  // Or replace: a restore drops the tables alone.
  await sql`
    create or replace function keep_security_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.created_at < now() - interval '364 days' then
          return old;
        end if;
      end if;
      raise exception 'The security log is append-only';
    end $$`.execute(db);
  await sql`
    create trigger security_log_append_only before update or delete on security_log
    for each row execute function keep_security_log()`.execute(db);
  await sql`
    create trigger security_log_no_truncate before truncate on security_log
    for each statement execute function keep_security_log()`.execute(db);
}

async function appendOnlySqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger security_log_no_update before update on security_log
    begin select raise(abort, 'The security log is append-only'); end`.execute(db);
  await sql`
    create trigger security_log_no_delete before delete on security_log
    when old.created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-364 days')
    begin select raise(abort, 'The security log is append-only'); end`.execute(db);
}
