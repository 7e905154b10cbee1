import { sql } from 'kysely';
import { minute } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { newToken } from '../../platform/tokens.ts';

export const challengeLifetime = 5 * minute;

/** `userId` is of the user who adds a passkey, null for proving one. */
export async function newChallenge(db: Database, userId: string | null): Promise<string> {
  const challenge = newToken();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge, user_id: userId, expires_at: fromNow(challengeLifetime) })
    .execute();
  return challenge;
}

/**
 * Uses up the challenge that the browser signed; undefined when it is none of ours, used, expired or of another
 * purpose.
 */
export async function consumeChallenge(
  db: Database,
  clientDataJson: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJson);
  if (challenge === undefined) return undefined;
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', now())
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge;
}

function challengeIn(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const challenge: unknown = Reflect.get(Object(data), 'challenge');
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

export async function deleteOldChallenges(db: Database): Promise<void> {
  await deleteInBatches(db, 'passkey_challenges', sql`expires_at <= ${now()}`);
}
