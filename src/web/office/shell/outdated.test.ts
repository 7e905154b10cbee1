import { expect, it } from 'vitest';
import { isNewer } from './outdated.ts';

const morning = '2026-01-01T08:00:00.000Z';
const evening = '2026-01-01T20:00:00.000Z';

it.each([
  [`${evening}/b`, `${morning}/a`, true],
  // During an upgrade processes of the older build still respond.
  [`${morning}/b`, `${evening}/a`, false],
  // These were built from the same sources on two machines.
  [`${evening}/a`, `${morning}/a`, false],
  ['', `${morning}/a`, false],
  [`${evening}/b`, '', false],
])('a server of the build "%s" is newer than a page of "%s": %s', (theirs, own, expected) => {
  expect(isNewer(theirs, own)).toBe(expected);
});
