import { createHash } from 'node:crypto';
import { stringify } from 'uuid';

export type OldKind =
  | 'user'
  | 'profile'
  | 'experience'
  | 'education'
  | 'post'
  | 'comment'
  | 'like'
  | 'testimonial'
  | 'article'
  | 'import';

const objectId = /^[0-9a-f]{24}$/i;

/**
 * The id here of something in the other system, always the same: a UUIDv8 that begins, as a UUIDv7, with the time of a
 * MongoDB id and then its counter, so that ids sort by creation; the rest is a hash of kind and id.
 */
export function idOfOld(kind: OldKind, oldId: string): string {
  const isObjectId = objectId.test(oldId);
  const known = isObjectId ? oldId.toLowerCase() : oldId;
  const bytes = createHash('sha256').update(`${kind}:${known}`).digest().subarray(0, 16);
  if (isObjectId) {
    bytes.writeUIntBE(secondsOf(oldId) * 1000, 0, 6);
    bytes.writeUInt16BE(Number.parseInt(oldId.slice(-3), 16), 6);
  }
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return stringify(bytes);
}

/** When a MongoDB id was made; undefined for other ids. */
export const timeOfOld = (oldId: string): Date | undefined =>
  objectId.test(oldId) ? new Date(secondsOf(oldId) * 1000) : undefined;

const secondsOf = (oldId: string) => Number.parseInt(oldId.slice(0, 8), 16);
