import type { Call } from '../../../shared/contract.ts';
import { hour, minute } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';
import { type HttpError, unfinished } from '../http-error.ts';
import type { Actor } from './actor.ts';
import type { ApiParts } from './authenticate.ts';

/** How long a sign-in or a confirmation counts (docs/security.md S2.8). */
const maxAge = 15 * minute;

/** How long a confirmation counts for calls that are `confirmed` so. */
const confirmedFor = { 'an hour': hour };

type HowLong = Pick<Call, 'confirmed'>;

/** Where there is a factor, a password just typed is not enough (docs/security.md S1.8). */
function isFresh({ secondFactor, session }: Actor, { confirmed }: HowLong): boolean {
  const { createdAt, confirmedAt, factorProvenAt } = session;
  const isWithin = (age: number, time: string | null) => time !== null && time > fromNow(-age);
  const isProven = (age: number, time: string | null) =>
    isWithin(age, time) && (!secondFactor || isWithin(age, factorProvenAt));
  return (
    isProven(maxAge, createdAt) || (confirmed !== undefined && isProven(confirmedFor[confirmed], confirmedAt))
  );
}

/**
 * An API token cannot confirm: what it may call was decided when it was made, which asks for a confirmation.
 * @param call the call, where its contract says how long a confirmation counts
 * @throws 400 with the ways to confirm, when the actor has neither signed in nor confirmed lately
 */
export async function requireFresh(
  parts: Confirming,
  actor: Actor,
  msg: string,
  call: HowLong = {},
): Promise<void> {
  if (actor.scopes || isFresh(actor, call)) return;
  throw await confirmationNeeded(parts, actor, msg);
}

type Confirming = Pick<ApiParts, 'db' | 'proofMethods'>;

/** The error that says how the actor can confirm. */
export const confirmationNeeded = async (
  { db, proofMethods }: Confirming,
  actor: Actor,
  msg: string,
): Promise<HttpError> => unfinished({ msg }, { confirm: { methods: await proofMethods(db, actor) } });
