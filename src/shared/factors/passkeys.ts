import { z } from 'zod';

/** A browser's JSON for a passkey (WebAuthn), reduced to the parts that the server uses. */

const notValid = 'Passkey is not valid';

const bytes = (max: number) =>
  z
    .string(notValid)
    .max(max, notValid)
    .regex(/^[\w-]*$/, notValid);

const credentialId = bytes(1400).min(1, notValid);

/** Proves a passkey: the result of navigator.credentials.get(). */
export const passkeyProof = z
  .object(
    {
      id: credentialId,
      response: z
        .object(
          { clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(8000) },
          notValid,
        )
        .meta({ id: 'PasskeyProofResponse' }),
    },
    notValid,
  )
  .meta({ id: 'PasskeyProof' });
export type PasskeyProof = z.output<typeof passkeyProof>;

/** A new passkey: the result of navigator.credentials.create(). */
export const newPasskey = z
  .object(
    {
      id: credentialId,
      response: z
        .object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000) }, notValid)
        .meta({ id: 'NewPasskeyResponse' }),
    },
    notValid,
  )
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.output<typeof newPasskey>;

/** For navigator.credentials.get(): any passkey of this site. */
export const proofOptions = z
  .strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'ProofOptions' });
export type ProofOptions = z.output<typeof proofOptions>;

/** For navigator.credentials.create(). */
export const creationOptions = z
  .strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }).meta({ id: 'RelyingParty' }),
    user: z
      .strictObject({ id: z.string(), name: z.string(), displayName: z.string() })
      .meta({ id: 'PasskeyUser' }),
    pubKeyCredParams: z.array(
      z.strictObject({ type: z.literal('public-key'), alg: z.int() }).meta({ id: 'PasskeyAlgorithm' }),
    ),
    excludeCredentials: z.array(
      z.strictObject({ type: z.literal('public-key'), id: z.string() }).meta({ id: 'KnownPasskey' }),
    ),
    authenticatorSelection: z
      .strictObject({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      })
      .meta({ id: 'AuthenticatorSelection' }),
    attestation: z.literal('none'),
    timeout: z.int(),
  })
  .meta({ id: 'CreationOptions' });
export type CreationOptions = z.output<typeof creationOptions>;
