import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivate, networkOf } from './network-of.ts';

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
/** Many zeros, to reach "::" and the addresses around it often. */
const sparseGroups = fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 });
const isMapped = (address: number[]) =>
  address.slice(0, 5).every((each) => each === 0) && address[5] === 0xffff;

const hex = (each: number) => each.toString(16);
const plain = (address: number[]) => address.map(hex).join(':');
const padded = (address: number[]) =>
  address.map((each) => hex(each).padStart(4, '0').toUpperCase()).join(':');
const compressed = (address: number[]) => new URL(`http://[${plain(address)}]`).hostname.slice(1, -1);
const withDots = (address: number[]) => {
  const bytes = address.slice(6).flatMap((each) => [each >> 8, each & 255]);
  return `${address.slice(0, 6).map(hex).join(':')}:${bytes.join('.')}`;
};

describe('networkOf', () => {
  it('counts every spelling of an IPv6 address as the same', () => {
    fc.assert(
      fc.property(sparseGroups, (address) => {
        const network = networkOf(plain(address));
        for (const spell of [padded, compressed, withDots]) expect(networkOf(spell(address))).toBe(network);
        expect(networkOf(`${compressed(address)}%eth0`)).toBe(network);
      }),
    );
  });

  it('counts addresses as one exactly when their first 64 bits are the same', () => {
    fc.assert(
      fc.property(groups, groups, fc.boolean(), (one, other, related) => {
        const second = related ? [...one.slice(0, 4), ...other.slice(4)] : other;
        fc.pre(!isMapped(one) && !isMapped(second));
        const same = plain(one.slice(0, 4)) === plain(second.slice(0, 4));
        expect(networkOf(compressed(one)) === networkOf(compressed(second))).toBe(same);
      }),
    );
  });

  it('counts an IPv4 client as itself, also on a dual-stack socket', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        expect(networkOf(address)).toBe(address);
        expect(networkOf(`::ffff:${address}`)).toBe(address);
        expect(networkOf(`::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}`)).toBe(address);
      }),
    );
  });

  it('writes the network out', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});

it('an address of a network of its own is told from one of the internet', () => {
  for (const own of [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '192.168.0.9',
    '172.16.0.1',
    '::ffff:172.31.0.1',
    'fd00::1',
  ])
    expect(isPrivate(own), own).toBe(true);
  for (const other of ['203.0.113.9', '172.32.0.1', '::ffff:8.8.8.8', '2001:db8::1', '10.evil.example', ''])
    expect(isPrivate(other), other).toBe(false);
});
