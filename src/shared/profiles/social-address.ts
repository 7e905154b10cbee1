/** A field of a social network takes a name there, or the part of its address behind the host. */

interface Network {
  /** Where a name stands. */
  base: string;
  name: RegExp;
  /** Parts of the network's addresses that come before a name. */
  parts?: RegExp;
  host: string;
}

const networks = {
  twitter: { base: 'https://x.com/', host: 'https://x.com/', name: /^@?(\w{1,15})$/ },
  facebook: {
    base: 'https://www.facebook.com/',
    host: 'https://www.facebook.com/',
    name: /^@?([A-Za-z\d]{5,50})$|^@([A-Za-z\d.]{5,50})$/,
    parts: /^(?:groups|pages|people|p)\/[\w.%/-]+$/i,
  },
  linkedin: {
    base: 'https://www.linkedin.com/in/',
    host: 'https://www.linkedin.com/',
    name: /^@?([\p{L}\p{N}_-]{3,100})$/u,
    parts: /^(?:in|company|school|pub)\/[\p{L}\p{N}_%/-]+$/iu,
  },
  youtube: {
    base: 'https://www.youtube.com/@',
    host: 'https://www.youtube.com/',
    name: /^@?([\p{L}\p{N}_-]{3,30})$|^@([\p{L}\p{N}._-]{3,30})$/u,
    parts: /^(?:c|channel|user)\/[\p{L}\p{N}_%-]+$/iu,
  },
  instagram: {
    base: 'https://www.instagram.com/',
    host: 'https://www.instagram.com/',
    name: /^@?(\w{1,30})$|^@([\w.]{1,30})$/,
  },
  tiktok: {
    base: 'https://www.tiktok.com/@',
    host: 'https://www.tiktok.com/',
    name: /^@?(\w{2,24})$|^@([\w.]{2,24})$/,
  },
} as const satisfies Record<string, Network>;

export type AddressedNetwork = keyof typeof networks;

/**
 * "janedoe", "@janedoe" and "in/janedoe" as the network's address. Anything else stays: a name with a dot may be a web
 * address, unless an @ says otherwise.
 */
export function socialAddress(network: AddressedNetwork, typed: string): string {
  const { base, host, name, ...rest }: Network = networks[network];
  const text = typed.replace(/^\//, '');
  const groups = name.exec(text)?.slice(1) ?? [];
  const found = groups.find((group) => group !== undefined);
  if (found !== undefined) return base + found;
  return rest.parts?.test(text) ? host + text : typed;
}

const names: Record<string, AddressedNetwork> = {
  x: 'twitter',
  twitter: 'twitter',
  'x (twitter)': 'twitter',
  facebook: 'facebook',
  linkedin: 'linkedin',
  youtube: 'youtube',
  instagram: 'instagram',
  tiktok: 'tiktok',
};

/** By the name that the office gives its link; undefined for others. */
export const networkNamed = (name: string): AddressedNetwork | undefined => names[name.trim().toLowerCase()];

/** Networks of a profile's links, in the order of its form. */
export const socialNetworks = ['twitter', 'facebook', 'linkedin', 'youtube', 'instagram'] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
