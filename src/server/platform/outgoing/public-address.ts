import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose ranges of IPv4 (RFC 6890 and its successors), multicast included. */
const ipv4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  ipv4.addSubnet(network, prefix, 'ipv4');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
/**
 * Exceptions within global unicast: Teredo and other protocols, documentation, and 6to4, which holds an IPv4 address.
 */
const ipv6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  ipv6.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet: neither this machine, nor its network, nor a cloud's metadata. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}
