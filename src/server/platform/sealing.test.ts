import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OperatorError } from './operator-error.ts';
import { keyFile, openSealing, sealingBy } from './sealing.ts';

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brokerage-sealing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('sealed text', () => {
  const sealing = sealingBy(randomBytes(32));

  it('opens by the same key and context, and looks different every time', () => {
    const sealed = sealing.seal('a seed, ü', 'totp:1');
    expect(sealed).not.toContain('seed');
    expect(sealing.seal('a seed, ü', 'totp:1')).not.toBe(sealed);
    expect(sealing.open(sealed, 'totp:1')).toBe('a seed, ü');
  });

  it('does not open by another key, in another place or changed', () => {
    const sealed = sealing.seal('a seed', 'totp:1');
    const [keyId = '', nonce = '', body = ''] = sealed.split('.');
    const flipped = Buffer.from(body, 'base64url');
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    expect(() => sealingBy(randomBytes(32)).open(sealed, 'totp:1')).toThrow('Sealed by the key');
    expect(() => sealing.open(sealed, 'totp:2')).toThrow();
    expect(() => sealing.open(`${keyId}.${nonce}.${flipped.toString('base64url')}`, 'totp:1')).toThrow();
    expect(() => sealing.open(`${keyId}.${nonce}.${body.slice(0, 10)}`, 'totp:1')).toThrow();
    expect(() => sealing.open('', 'totp:1')).toThrow();
  });
});

describe('the key', () => {
  it('is made once, in a file that only its owner reads', () => {
    const dataDir = dataFolder();
    const sealed = openSealing({ secretsKey: undefined, dataDir }).seal('a seed', 'x');
    expect(statSync(keyFile(dataDir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secrets.key']);
    expect(openSealing({ secretsKey: undefined, dataDir }).open(sealed, 'x')).toBe('a seed');
  });

  it('comes from SECRETS_KEY if that is set, and then no file is made', () => {
    const dataDir = dataFolder();
    const key = randomBytes(32);
    const sealed = openSealing({ secretsKey: key.toString('base64'), dataDir }).seal('a seed', 'x');
    expect(sealingBy(key).open(sealed, 'x')).toBe('a seed');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is never replaced when its file is damaged', () => {
    const dataDir = dataFolder();
    writeFileSync(keyFile(dataDir), 'short');
    expect(() => openSealing({ secretsKey: undefined, dataDir })).toThrow(OperatorError);
  });
});
