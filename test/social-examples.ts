import type { SocialNetwork } from '../src/shared/profiles/social-address.ts';

/** Entries as people type them for social networks, and what is stored; undefined where refused. */
export const socialExamples: [network: SocialNetwork, typed: string, stored: string | undefined][] = [
  ['linkedin', 'janedoe', 'https://www.linkedin.com/in/janedoe'],
  ['linkedin', '@janedoe', 'https://www.linkedin.com/in/janedoe'],
  ['linkedin', 'in/janedoe', 'https://www.linkedin.com/in/janedoe'],
  ['linkedin', '/in/jane-doe-1a2b/', 'https://www.linkedin.com/in/jane-doe-1a2b/'],
  ['linkedin', 'company/doe-homes', 'https://www.linkedin.com/company/doe-homes'],
  ['linkedin', 'linkedin.com/in/janedoe', 'https://linkedin.com/in/janedoe'],
  ['linkedin', 'https://www.linkedin.com/in/janedoe', 'https://www.linkedin.com/in/janedoe'],
  ['twitter', 'janedoe', 'https://x.com/janedoe'],
  ['twitter', '@JaneDoe', 'https://x.com/JaneDoe'],
  ['facebook', 'janedoe', 'https://www.facebook.com/janedoe'],
  ['facebook', '@jane.doe', 'https://www.facebook.com/jane.doe'],
  ['facebook', 'groups/12345', 'https://www.facebook.com/groups/12345'],
  ['instagram', 'jane_doe', 'https://www.instagram.com/jane_doe'],
  ['instagram', '@jane.doe', 'https://www.instagram.com/jane.doe'],
  ['youtube', 'janedoe', 'https://www.youtube.com/@janedoe'],
  ['youtube', '@jane.doe', 'https://www.youtube.com/@jane.doe'],
  ['youtube', 'channel/UC12345', 'https://www.youtube.com/channel/UC12345'],
  ['twitter', 'https://janedoe', undefined],
  ['facebook', 'Jane Doe', undefined],
  ['linkedin', 'https://localhost/in/jane', undefined],
  ['instagram', '@jane doe', undefined],
  ['twitter', 'a-name-that-is-too-long', undefined],
];
