import { minute } from '../../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { fromNow } from '../db/ids.ts';
import { unfinished } from '../http-error.ts';
import type { Actor } from './actor.ts';
import type { ApiParts } from './authenticate.ts';

/** How long a sign-in or a confirmation counts (docs/security.md S2.8). */
const maxAge = 15 * minute;

/**
 * An API token cannot confirm: what it may call was decided when it was made, which asks for a confirmation.
 * @throws 400 with the ways to confirm, when the actor has neither signed in nor confirmed lately
 */
export async function requireFresh(
  { db, proofMethods }: { db: Database; proofMethods: ApiParts['proofMethods'] },
  actor: Actor,
  msg: string,
): Promise<void> {
  if (actor.scopes || actor.session.createdAt > fromNow(-maxAge)) return;
  throw unfinished({ msg }, { confirm: { methods: await proofMethods(db, actor) } });
}
