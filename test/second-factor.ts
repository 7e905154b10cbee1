import { Secret, TOTP } from 'otpauth';
import { newChallenge } from '../src/server/features/factors/passkey-challenges.ts';
import { renewRecoveryCodes } from '../src/server/features/factors/recovery-codes.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import { inTransaction } from '../src/server/platform/db/transaction.ts';
import { Authenticator, placeOf } from './authenticator.ts';
import type { TestServer } from './server.ts';

/** The code that an authenticator app with this seed shows, `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Six figures that are no code of the seed around now. */
export function wrongCodeFor(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  for (let n = 0; ; n++) {
    const code = String(100_000 + n);
    if (!right.includes(code)) return code;
  }
}

export interface WithTotp {
  secret: string;
  recoveryCodes: string[];
}

/** Gives a user an authenticator app that has shown no code yet, and recovery codes. */
export async function giveTotp({ db, parts }: TestServer, userId: string): Promise<WithTotp> {
  const secret = new Secret({ size: 20 }).base32;
  const sealed = parts.sealing.seal(secret, `totp:${userId}`);
  return inTransaction(db, async (transaction) => {
    await transaction
      .insertInto('totp_factors')
      .values({ user_id: userId, sealed_secret: sealed, last_step: 0, created_at: now(), enabled_at: now() })
      .execute();
    await markProven(transaction, userId);
    return { secret, recoveryCodes: await renewRecoveryCodes(transaction, userId) };
  });
}

/** The sessions of a user count as if they had proven the factor. */
async function markProven(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ second_factor: true }).where('id', '=', userId).execute();
  await db.updateTable('sessions').set({ factor_proven_at: now() }).where('user_id', '=', userId).execute();
}

export const authenticatorFor = ({ config }: TestServer): Authenticator =>
  new Authenticator(placeOf(config.brokerage.baseUrl));

/** Adds a passkey by the API; the user must be signed in freshly. */
export async function givePasskey(server: TestServer, token: string, name = 'Phone'): Promise<Authenticator> {
  const authenticator = authenticatorFor(server);
  const { body } = await server.call('POST /api/auth/passkeys/options', { token });
  const response = authenticator.create(body.challenge);
  const answer = await server.call('POST /api/auth/passkeys', { token, body: { name, response } });
  if (answer.status !== 200) throw new Error(`The passkey was refused: ${answer.body.msg}`);
  return authenticator;
}

export const challengeFor = ({ db }: TestServer): Promise<string> => newChallenge(db, null);

/** A row in the database, for calls that only need one to be there. */
export async function insertPasskey({ db }: TestServer, userId: string): Promise<string> {
  const id = newId();
  await db
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      name: 'Phone',
      credential_id: id,
      public_key: '',
      counter: 0,
      created_at: now(),
      last_used_at: null,
    })
    .execute();
  await markProven(db, userId);
  return id;
}
