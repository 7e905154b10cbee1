import { expect, it } from 'vitest';
import { socialExamples } from '../test/social-examples.ts';
import { professionalStatuses } from './shared/profiles/professional-statuses.ts';
import { profilesContract } from './shared/profiles/profiles.contract.ts';
import { networkNamed, socialAddress } from './shared/profiles/social-address.ts';
import { isPublicAddress, isWebAddress } from './shared/web-address.ts';

const read = (network: string, typed: string) =>
  profilesContract['POST /api/profile'].body.safeParse({
    status: Object.keys(professionalStatuses)[0],
    skills: 'a',
    social: { [network]: typed },
  });

it.each(socialExamples)('%s takes %j as %s', (network, typed, stored) => {
  const { data, error } = read(network, typed);
  if (stored === undefined) expect(error?.issues.map(({ path }) => path.at(-1))).toContain(network);
  else expect(data?.social?.[network]).toBe(stored);
});

it('what is stored stays as it is', () => {
  for (const [network, , stored] of socialExamples) {
    if (stored === undefined) continue;
    expect(isPublicAddress(stored)).toBe(true);
    expect(socialAddress(network, stored)).toBe(stored);
  }
});

it.each([
  ['https://example.com', true],
  ['https://janedoe', false],
  ['http://localhost:3000', false],
  ['https://jane/in.doe', false],
  ['http://127.0.0.1:8080/', true],
])('%s is a full address: %s', (address, expected) => {
  expect(isWebAddress(address)).toBe(true);
  expect(isPublicAddress(address)).toBe(expected);
});

it('networks are known by the names that offices give them', () => {
  expect(['X', ' LinkedIn ', 'Facebook', 'TikTok', 'Zillow'].map(networkNamed)).toEqual([
    'twitter',
    'linkedin',
    'facebook',
    'tiktok',
    undefined,
  ]);
});
