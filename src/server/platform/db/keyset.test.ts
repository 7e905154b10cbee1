import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';
import { HttpError } from '../http-error.ts';
import { toKeysetPage } from './keyset.ts';

const keysets = fc.record({
  at: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  id: fc.uuid(),
});

describe('cursors', () => {
  it('decode to the keyset they were made from', () => {
    fc.assert(
      fc.property(keysets, (keyset) => {
        expect(decodeCursor(encodeCursor(keyset))).toEqual(keyset);
      }),
    );
  });

  it('are rejected when they are anything else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text)).toThrow(HttpError);
      }),
    );
  });
});

describe('a cursor', () => {
  const id = '0190a0b0-0000-7000-8000-000000000000';
  it.each([
    `2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`,
    `2026-01-01T00:00:00.000Z ${id.slice(0, 35)}`,
    `2026-02-31T00:00:00.000Z ${id}`,
    `2026-01-01T24:00:00.000Z ${id}`,
    `0000-01-01T00:00:00.000Z ${id}`,
    `9999-01-01T00:00:00.000Z ${id}`,
    ` 2026-01-01T00:00:00.000Z ${id}`,
  ])('is not made of %j', (text) => {
    expect(() => decodeCursor(Buffer.from(text).toString('base64url'))).toThrow(HttpError);
  });
});

describe('toKeysetPage', () => {
  it('returns at most the limit, and where to go on exactly when there is more', () => {
    fc.assert(
      fc.property(fc.array(keysets, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (all, limit) => {
        const { rows, next } = toKeysetPage(all.slice(0, limit + 1), limit, (row) => row);
        expect(rows).toEqual(all.slice(0, limit));
        expect(next).toEqual(all.length > limit ? all[limit - 1] : undefined);
      }),
    );
  });
});
