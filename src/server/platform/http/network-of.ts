import { isIP, isIPv6 } from 'node:net';

/** The address in rate limits, in one spelling: IPv6 counts by /64, one customer's share (docs/security.md S3.3). */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (isMappedIPv4(groups)) return dotted(groups.slice(6));
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The network around an address: /24, or /48 for IPv6. One customer can easily have that many addresses. */
export function widerNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network.replace(/\.\d+$/, '');
}

/** True for addresses of this machine or its own network, where proxies are. */
export const isPrivate = (address: string): boolean =>
  isIP(address) > 0 &&
  /^(?:(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|::1$|f[cd]|fe80:)/i.test(
    address,
  );

function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::');
  const left = numbersIn(head);
  const right = numbersIn(tail ?? '');
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const numbersIn = (text: string): number[] =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16));

/** Rewrites a tail such as 127.0.0.1 as two groups. */
const withoutDots = (address: string): string =>
  address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

/** True for ::ffff:0:0/96, which dual-stack sockets use for IPv4 clients. */
const isMappedIPv4 = (groups: number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const dotted = (groups: number[]): string =>
  groups.flatMap((group) => [Math.floor(group / 256), group % 256]).join('.');
