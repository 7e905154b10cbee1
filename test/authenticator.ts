import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
// The server imports it at the first ceremony; here it must not count as work of one request.
import '@simplewebauthn/server';
import type { NewPasskey, PasskeyProof } from '../src/shared/factors/passkeys.ts';

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const userPresent = 1;
const userVerified = 4;
const credentialIncluded = 64;

interface Place {
  origin: string;
  rpId: string;
}

/** Where passkeys of a server with this BASE_URL are used. */
export const placeOf = (baseUrl: string): Place => {
  const { origin, hostname } = new URL(baseUrl);
  return { origin, rpId: hostname };
};

interface Ceremony extends Partial<Place> {
  /** False for an authenticator that asked for no PIN or finger. */
  verified?: boolean;
}

/** One passkey in software, ES256 without attestation; each use raises its counter. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #home: Place;
  counter = 0;

  constructor(home: Place = placeOf('http://localhost:3000')) {
    this.#home = home;
  }

  create(challenge: string, ceremony: Ceremony = {}): NewPasskey {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const data = Buffer.concat([this.#data(ceremony, credentialIncluded), credential]);
    const attestation = cbor(
      new Map<string, string | Buffer | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: this.#client('webauthn.create', challenge, ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      },
    };
  }

  prove(challenge: string, ceremony: Ceremony = {}): PasskeyProof {
    this.counter++;
    const data = this.#data(ceremony, 0);
    const client = this.#client('webauthn.get', challenge, ceremony);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  #data({ rpId = this.#home.rpId, verified = true }: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | userPresent | (verified ? userVerified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  #client(type: string, challenge: string, { origin = this.#home.origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

type Cbor = number | string | Buffer | Map<number | string, Cbor> | Map<number, Cbor> | Map<string, Cbor>;

/** Writes the part of CBOR (RFC 8949) that a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(kind: number, count: number): Buffer {
  const major = kind << 5;
  if (count < 24) return Buffer.from([major | count]);
  if (count < 256) return Buffer.from([major | 24, count]);
  return Buffer.from([major | 25, count >> 8, count & 255]);
}
