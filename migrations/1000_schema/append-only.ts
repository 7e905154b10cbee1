import { sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/**
 * The database refuses to change the security log. 364 days and not 12 months: the server counts months in its own way, and
 * by its own clock.
 */
export const appendOnly = ({ postgres }: ColumnTypes) => (postgres ? onPostgres : onSqlite);

const onPostgres = [
  // "Or replace": a restore drops the tables only.
  sql`create or replace function keep_security_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.created_at < now() - interval '364 days' then
          return old;
        end if;
      end if;
      raise exception 'The security log is append-only';
    end $$`,
  sql`create trigger security_log_append_only before update or delete on security_log
    for each row execute function keep_security_log()`,
  sql`create trigger security_log_no_truncate before truncate on security_log
    for each statement execute function keep_security_log()`,
];

const onSqlite = [
  sql`create trigger security_log_no_update before update on security_log
    begin select raise(abort, 'The security log is append-only'); end`,
  sql`create trigger security_log_no_delete before delete on security_log
    when old.created_at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-364 days')
    begin select raise(abort, 'The security log is append-only'); end`,
];
