import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1];

it('Kubernetes has backups, and with them the list of erased people, on a volume that outlives pods', () => {
  const text = read('kubernetes.yaml');
  const folder = first(text, /^ {2}BACKUP_DIR: (\S+)$/m);
  const volume = first(text, new RegExp(`name: (\\w+), mountPath: ${folder} `));
  const claim = first(text, new RegExp(`name: ${volume}, persistentVolumeClaim: \\{ claimName: ([\\w-]+) `));
  expect([folder, volume, claim]).toEqual(['/backups', 'backups', 'brokerage-backups']);
  expect(text).toMatch(
    new RegExp(`kind: PersistentVolumeClaim\\nmetadata: \\{ name: ${claim} \\}[\\s\\S]*ReadWriteMany`),
  );
});

it('Kubernetes keeps pods in the service while the database is away, and starts none without it', () => {
  const text = read('kubernetes.yaml');
  expect(first(text, /readinessProbe:\s*\{\s*httpGet: \{ path: "([^"]+)"/)).toBe('/readyz?exclude=database');
  expect(first(text, /startupProbe: \{ httpGet: \{ path: (\S+),/)).toBe('/readyz');
});

it('compose has backups on a volume of their own', () => {
  const text = read('compose.yaml');
  const folder = first(text, /BACKUP_DIR: (\S+)/);
  expect(text).toContain(`"backups:${folder}"`);
  expect(text).toMatch(/^volumes:\n(?: {2}\w+:\n)* {2}backups:$/m);
});
