/** Passkeys. */

import type { FactorAdded, Passkey } from '../../../shared/factors/factors.contract.ts';
import type {
  CreationOptions,
  NewPasskey,
  PasskeyProof,
  ProofOptions,
} from '../../../shared/factors/passkeys.ts';
import { removedPasskeyMessage } from '../../../shared/factors/removed-passkey.ts';
import type { Config } from '../../platform/config.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { afterAdding, afterRemoving, lockSelf } from './factor-rows.ts';
import { challengeLifetime, consumeChallenge, newChallenge } from './passkey-challenges.ts';
import { toPasskey } from './passkey-rows.ts';

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];
const maxPasskeys = 20;

/** Imported at the first ceremony only: it takes 20 MB. */
const webAuthn = () => import('@simplewebauthn/server');

const wrongPasskeyMessage = 'This passkey is not valid';

/** Says why a proof failed. A caller without the credential's key learns nothing by hearing that it is known here. */
export async function passkeyFault(db: Database, proof: PasskeyProof): Promise<string> {
  const known = await db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', proof.id)
    .executeTakeFirst();
  return known ? wrongPasskeyMessage : removedPasskeyMessage;
}

/** Passkeys belong to the host of BASE_URL and are used at its origin. */
function relyingParty({ brokerage }: Pick<Config, 'brokerage'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(brokerage.baseUrl);
  return { id: hostname, origin };
}

/** For signing in, as a second factor and to confirm: any passkey of this site, chosen in the browser. */
export async function offerProof(db: Database, config: Config): Promise<ProofOptions> {
  return {
    challenge: await newChallenge(db, null),
    rpId: relyingParty(config).id,
    timeout: challengeLifetime,
    userVerification: 'required',
  };
}

export interface ProvenPasskey {
  id: string;
  userId: string;
  formerCounter: number;
  counter: number;
}

/** Verifies the signature and uses up its challenge; undefined when anything about it is wrong. */
export async function verifyPasskey(
  db: Database,
  config: Config,
  proof: PasskeyProof,
): Promise<ProvenPasskey | undefined> {
  const expectedChallenge = await consumeChallenge(db, proof.response.clientDataJSON, null);
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', proof.id)
    .executeTakeFirst();
  if (expectedChallenge === undefined || !passkey) return undefined;
  const { id, origin } = relyingParty(config);
  const { verifyAuthenticationResponse } = await webAuthn();
  // It throws for every mismatch.
  const result = await verifyAuthenticationResponse({
    response: {
      id: proof.id,
      rawId: proof.id,
      type: 'public-key',
      response: proof.response,
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: proof.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { newCounter } = result.authenticationInfo;
  return { id: passkey.id, userId: passkey.user_id, formerCounter: passkey.counter, counter: newCounter };
}

/** Records the use. False when the passkey was removed or used in between. */
export async function recordUse(transaction: DatabaseTransaction, passkey: ProvenPasskey): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('passkeys')
    .set({ counter: passkey.counter, last_used_at: now() })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.formerCounter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The options for adding a passkey; those that the user has are excluded. */
export async function offerCreation(db: Database, config: Config, actor: Actor): Promise<CreationOptions> {
  const present = await db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('user_id', '=', actor.id)
    .execute();
  return {
    challenge: await newChallenge(db, actor.id),
    rp: { id: relyingParty(config).id, name: config.brokerage.name },
    user: {
      id: Buffer.from(actor.id).toString('base64url'),
      name: actor.email,
      displayName: actor.name,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: present.map(({ credential_id }) => ({ type: 'public-key', id: credential_id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: challengeLifetime,
  };
}

/** @throws 400 when the response is not valid, the passkey is known already, or beyond the max */
export async function addPasskey(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  name: string,
  created: NewPasskey,
): Promise<FactorAdded> {
  const expectedChallenge = await consumeChallenge(db, created.response.clientDataJSON, actor.id);
  if (expectedChallenge === undefined) throw invalid(wrongPasskeyMessage, 'response');
  const { id, origin } = relyingParty(config);
  const { verifyRegistrationResponse } = await webAuthn();
  const result = await verifyRegistrationResponse({
    response: {
      id: created.id,
      rawId: created.id,
      type: 'public-key',
      response: created.response,
      clientExtensionResults: {},
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!result?.verified) throw invalid(wrongPasskeyMessage, 'response');
  const { credential } = result.registrationInfo;
  return inTransaction(db, async (transaction) => {
    const owner = await lockSelf(transaction, actor);
    const present = await transaction
      .selectFrom('passkeys')
      .select('id')
      .where('user_id', '=', actor.id)
      .execute();
    if (present.length >= maxPasskeys) throw invalid(`You can have at most ${maxPasskeys} passkeys`);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: actor.id,
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        created_at: now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw invalid('This passkey is set up already');
    return afterAdding(transaction, { actor, owner }, { passkey: name }, config);
  });
}

/** @throws 404 'Passkey not found', also for another user's */
export async function renamePasskey(db: Database, actor: Actor, id: string, name: string): Promise<Passkey> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  if (!row) throw notFound('Passkey');
  return toPasskey(row);
}

/** @throws 404 'Passkey not found', also for another user's; 400 when it is the last factor and one is required */
export async function removePasskey(
  { db, config }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const owner = await lockSelf(transaction, actor);
    const removed = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw notFound('Passkey');
    await afterRemoving(transaction, owner, { passkey: removed.name }, config);
  });
}
