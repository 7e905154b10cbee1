import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ErrorItem } from '../../../shared/errors.ts';
import { minute } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { fromNow, now } from '../db/ids.ts';
import { deleteInBatches } from '../db/in-batches.ts';
import { clientAddress } from '../http/client-address.ts';
import { countHit, limits } from '../http/rate-limits.ts';
import { sealingBy } from '../sealing.ts';
import { hashToken, newToken } from '../tokens.ts';

/** Long enough to look something up; docs/security.md S6.7. */
const lifetime = 30 * minute;

/** The texts and errors of a form that posts without script. */
export interface TypedForm {
  body: Record<string, string>;
  errors: ErrorItem[];
}

const stored = z.object({
  body: z.record(z.string(), z.string()),
  errors: z.array(z.object({ msg: z.string(), field: z.string().exactOptional() })),
});

/**
 * Stores a posted form, to show it again by a redirect: a reload then sends nothing, and a restored tab still has it.
 * The address tells nothing of it, and the database holds it sealed by the token in that address.
 * @returns the address; undefined beyond the limit of the sender's address, or once the sender has gone
 */
export async function keepTypedForm(
  { db, config }: { db: Database; config: Pick<Config, 'rateLimits'> },
  request: FastifyRequest,
  path: string,
  errors: ErrorItem[],
): Promise<string | undefined> {
  // A client that went away in the middle of its form has no address any more.
  if (request.raw.socket.destroyed) return undefined;
  const hits = await countHit({ db, config }, 'typedForm', clientAddress(request));
  if (hits > limits.typedForm.limit) return undefined;
  const token = newToken();
  const form: TypedForm = { body: textsOf(request.body), errors };
  await db
    .insertInto('typed_forms')
    .values({
      id: hashToken(token),
      sealed: sealingOf(token).seal(JSON.stringify(form), path),
      expires_at: fromNow(lifetime),
    })
    .execute();
  return `${path}?again=${token}`;
}

/** The form that the address `path?again=…` shows again; undefined once it has lapsed, and for other addresses. */
export async function typedForm(
  db: Database,
  request: FastifyRequest,
  path: string,
): Promise<TypedForm | undefined> {
  const { again } = z.object({ again: z.string().optional() }).catch({}).parse(request.query);
  if (!again) return undefined;
  const row = await db
    .selectFrom('typed_forms')
    .select('sealed')
    .where('id', '=', hashToken(again))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  if (!row) return undefined;
  try {
    return stored.parse(JSON.parse(sealingOf(again).open(row.sealed, path)));
  } catch {
    // Stored for another form.
    return undefined;
  }
}

/** The fields of a form that was posted, without those that are no text. */
export function textsOf(body: unknown): Record<string, string> {
  const typed = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string'));
}

const sealingOf = (token: string) =>
  sealingBy(createHash('sha256').update('typed form').update(token).digest());

/** Deletes forms that have lapsed. */
export async function deleteOldTypedForms(db: Database): Promise<void> {
  await deleteInBatches(db, 'typed_forms', sql`expires_at <= ${now()}`);
}
