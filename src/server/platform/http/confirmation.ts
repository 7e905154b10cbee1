import { minute } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';
import { type HttpError, unfinished } from '../http-error.ts';
import type { Actor } from './actor.ts';
import type { ApiParts } from './authenticate.ts';

/** How long a sign-in or a confirmation counts (docs/security.md S2.8). */
const maxAge = 15 * minute;

/** Where there is a factor, a password just typed is not enough (docs/security.md S1.8). */
function isFresh({ secondFactor, session }: Actor): boolean {
  const { createdAt, factorProvenAt } = session;
  const times = secondFactor ? [createdAt, factorProvenAt ?? ''] : [createdAt];
  return times.every((time) => time > fromNow(-maxAge));
}

/**
 * An API token cannot confirm: what it may call was decided when it was made, which asks for a confirmation.
 * @throws 400 with the ways to confirm, when the actor has neither signed in nor confirmed lately
 */
export async function requireFresh(parts: Confirming, actor: Actor, msg: string): Promise<void> {
  if (actor.scopes || isFresh(actor)) return;
  throw await confirmationNeeded(parts, actor, msg);
}

type Confirming = Pick<ApiParts, 'db' | 'proofMethods'>;

/** The error that says how the actor can confirm. */
export const confirmationNeeded = async (
  { db, proofMethods }: Confirming,
  actor: Actor,
  msg: string,
): Promise<HttpError> => unfinished({ msg }, { confirm: { methods: await proofMethods(db, actor) } });
