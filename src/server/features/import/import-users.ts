import { cleanEmail } from '../../../shared/email-address.ts';
import { usersContract } from '../../../shared/users/users.contract.ts';
import { now } from '../../platform/db/ids.ts';
import type { UserRow } from '../../tables/users.ts';
import { isImportedHash } from '../auth/passwords/imported-passwords.ts';
import { linkToGone } from '../member-files/keep-links.ts';
import { momentOf } from './extended-json.ts';
import { type Import, inPieces, insertIds, knownIds, type OldDocument, write } from './import-state.ts';
import { idOfOld, timeOfOld } from './old-ids.ts';

const userFields = usersContract['POST /api/users'].body;

/**
 * Imports accounts with their passwords' hashes; never as admins. An account whose address is taken, here or earlier in
 * the export, is skipped with all that it wrote: the same typed address does not prove the same person
 * (docs/security.md S15.1).
 */
export function usersImporter(run: Import): (batch: OldDocument[]) => Promise<void> {
  /** Lines by email address, of this run. */
  const seen = new Map<string, number>();

  return async (batch) => {
    const { db } = run.parts;
    const known = await knownIds(
      db,
      batch.flatMap(({ oldId }) => (oldId === undefined ? [] : [idOfOld('user', oldId)])),
    );
    const rows: UserInsert[] = [];
    const here = await accountsByEmail(run, batch);
    for (const document of batch) {
      const user = userOf(run, document);
      if (!user) continue;
      const { id, email } = user.row;
      const first = seen.get(email);
      if (known.has(id)) run.report.add('users', 'known');
      else if (first !== undefined)
        run.report.skip('users', document.place, sameAddress(`the account of line ${first}`));
      else if (here.has(email))
        run.report.skip('users', document.place, sameAddress(`an account here, ${email}`));
      else {
        run.report.add('users', 'new');
        for (const note of user.notes) run.report.note(document.place, note);
        rows.push(user.row);
        run.accounts.add(id);
      }
      known.add(id);
      if (first === undefined && run.accounts.has(id)) seen.set(email, document.place.line);
    }
    await write(run, async (transaction) => {
      for (const some of inPieces(rows)) await transaction.insertInto('users').values(some).execute();
      await linkToGone(transaction, run.parts.sealing, rows);
      await insertIds(
        transaction,
        rows.map(({ id }) => id),
      );
    });
  };
}

const sameAddress = (account: string) =>
  `has the email address of ${account}, which does not get what this one wrote`;

type UserInsert = Pick<
  UserRow,
  'id' | 'name' | 'email' | 'password_hash' | 'admin' | 'imported_at' | 'created_at'
>;

const adminFields = ['isAdmin', 'admin', 'is_admin'];

/** Turns a user into a row, with notes about changed values. */
function userOf(
  { report }: Import,
  { place, oldId, fields }: OldDocument,
): { row: UserInsert; notes: string[] } | undefined {
  if (oldId === undefined) return void report.skip('users', place, 'has no _id');
  const parsed = userFields.safeParse({ name: fields.name, email: fields.email });
  if (!parsed.success) return void report.skip('users', place, messageOf(parsed.error));
  const { name, email } = parsed.data;
  const notes: string[] = [];
  const hash = typeof fields.password === 'string' ? fields.password : null;
  const usable = isImportedHash(hash);
  if (!usable) notes.push(`${email} has no bcrypt hash of a usual cost, and needs an invitation`);
  const date = momentOf(fields.date) ?? momentOf(fields.createdAt);
  if (date === undefined && fields.date !== undefined) notes.push('date is no date in the past');
  const admin = adminFields.find((name) => Boolean(fields[name]) && fields[name] !== 'false');
  if (admin !== undefined || fields.role === 'admin')
    notes.push(
      `${admin ?? 'role'} is ignored: ${email} becomes a member (npm run user -- admin ${email} on)`,
    );
  const row = {
    id: idOfOld('user', oldId),
    name,
    email,
    admin: false,
    password_hash: usable ? hash : null,
    imported_at: now(),
    created_at: date ?? momentOf(timeOfOld(oldId)) ?? now(),
  };
  return { row, notes };
}

export const messageOf = (error: { issues: { message: string }[] }): string =>
  error.issues.map(({ message }) => message).join('; ');

async function accountsByEmail(run: Import, batch: OldDocument[]): Promise<Set<string>> {
  const emails = batch.flatMap(({ fields: { email } }) =>
    typeof email === 'string' ? [cleanEmail(email)] : [],
  );
  const found = new Set<string>();
  for (const some of inPieces(emails)) {
    const rows = await run.parts.db.selectFrom('users').select('email').where('email', 'in', some).execute();
    for (const { email } of rows) found.add(email);
  }
  return found;
}
