import type { CreationOptions, NewPasskey, PasskeyProof, ProofOptions } from '../shared/factors/passkeys.ts';
import { ApiError, api } from './api.ts';

/** Loaded when first needed: no visitor pays for it. */
const webAuthn = () => import('@simplewebauthn/browser');

/** Passkeys belong to a host name: at an address such as 127.0.0.1 browsers refuse them. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

const failed = (msg: string) => new ApiError(400, { msg, errors: [{ msg }] });

/** Asks for any passkey of this site. @throws ApiError when the user or the browser declines */
export async function provePasskey(): Promise<PasskeyProof> {
  const { startAuthentication } = await webAuthn();
  const optionsJSON: ProofOptions = await api('POST /api/auth/passkey/options');
  return startAuthentication({ optionsJSON }).catch(() => {
    throw failed('No passkey was used. Try again, or choose another way.');
  });
}

/** @throws ApiError when the user or the browser declines */
export async function createPasskey(optionsJSON: CreationOptions): Promise<NewPasskey> {
  const { startRegistration } = await webAuthn();
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw failed(isKnown ? 'This device has a passkey of yours already.' : 'No passkey was made. Try again.');
  });
}

/**
 * Waits until the user picks a passkey among the browser's suggestions for the field of the user name; undefined when
 * they do not, or another request for a passkey takes its place.
 */
export async function pickedPasskey(): Promise<PasskeyProof | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await webAuthn();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const optionsJSON: ProofOptions = await api('POST /api/auth/passkey/options');
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Takes a passkey that this site does not know out of what the browser offers. */
export async function signalRemoved(passkey: PasskeyProof): Promise<void> {
  const about = { rpId: location.hostname, credentialId: passkey.id };
  // Newer browsers have it (WebAuthn level 3).
  if (!('signalUnknownCredential' in PublicKeyCredential)) return;
  await PublicKeyCredential.signalUnknownCredential(about).catch(() => undefined);
}

/** After a passkey has been removed: the browser keeps those that are left. */
export async function signalAccepted(): Promise<void> {
  if (!passkeysWork() || !('signalAllAcceptedCredentials' in PublicKeyCredential)) return;
  try {
    const { rp, user, excludeCredentials } = await api('POST /api/auth/passkeys/options');
    await PublicKeyCredential.signalAllAcceptedCredentials({
      rpId: rp.id,
      userId: user.id,
      allAcceptedCredentialIds: excludeCredentials.map(({ id }) => id),
    });
  } catch {
    // The browser goes on offering it: then its refusal says so.
  }
}
