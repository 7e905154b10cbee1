import { describe, expect, it } from 'vitest';
import { onlyHere, testReceiver } from '../../../../test/receiver.ts';
import { type Outgoing, post, publicOnly, TargetRefused } from './post.ts';
import { isPublicAddress } from './public-address.ts';

const request = (url: string) => ({ url, headers: {}, body: '{}', signal: AbortSignal.timeout(5000) });
const refusal = (outgoing: Outgoing, url: string) => expect(post(outgoing, request(url))).rejects;

describe('isPublicAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '198.18.0.1',
    '198.19.255.255',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    '3fff::1',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
  ])('knows %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('post', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1:8443/',
    'https://localhost/',
    'https://hooks.localhost/',
  ])('refuses %s without a look-up', async (url) => {
    const resolve = () => Promise.reject(new Error('looked up'));
    await refusal({ ...publicOnly, resolve }, url).toThrow('The address is not public');
  });

  it('refuses what is not https, and addresses with a password', async () => {
    await refusal(publicOnly, 'http://example.com/').toThrow('The address must start with https://');
    await refusal(publicOnly, 'https://ada:secret@example.com/').toThrow('must not hold a password');
  });

  it.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['8.8.8.8', '10.0.0.1']])(
    'refuses a name that resolves to %s',
    async (...addresses) => {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      await refusal({ ...publicOnly, resolve }, 'https://hooks.example.com/').toThrow(TargetRefused);
    },
  );

  it('looks a name up once, connects to that address, and refuses another on the next request', async () => {
    const { url, received } = await testReceiver();
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    // As a server of names that turns to this machine's other address after the check.
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.1'];
    const lookedUp: string[] = [];
    const rebinding = {
      ...onlyHere,
      resolve: async (host: string) => {
        lookedUp.push(host);
        return [{ address: answers.shift() ?? '', family: 4 }];
      },
    };
    expect((await post(rebinding, request(named))).status).toBe(204);
    await refusal(rebinding, named).toThrow('The address is not public');
    expect((await post(rebinding, request(named))).status).toBe(204);
    expect(lookedUp).toEqual(['hooks.example.com', 'hooks.example.com', 'hooks.example.com']);
    expect(received.map(({ headers }) => headers.host)).toEqual([new URL(named).host, new URL(named).host]);
  });

  it('follows no redirect', async () => {
    const { url, received } = await testReceiver((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await post(onlyHere, request(url))).status).toBe(307);
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('does not wait for a receiver that switches protocols', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n';
    const { url } = await testReceiver(({ socket }) => {
      socket?.write(switching);
      return 'open';
    });
    expect(await post(onlyHere, request(url))).toMatchObject({ status: 101 });
  });

  it('reads no more than the beginning of a reply', async () => {
    const { url } = await testReceiver((response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on('drain', more);
      more();
      return 'open';
    });
    expect((await post(onlyHere, request(url))).status).toBe(200);
  });

  it('stops when it is aborted, also while a name is looked up', async () => {
    const { url } = await testReceiver(() => 'open');
    const stalled = { ...onlyHere, resolve: () => new Promise<never>(() => {}) };
    const named = url.replace('127.0.0.1', 'hooks.example.com');
    for (const [outgoing, address] of [
      [onlyHere, url],
      [stalled, named],
    ] as const) {
      const giveUp = new AbortController();
      const sent = post(outgoing, { ...request(address), signal: giveUp.signal });
      giveUp.abort();
      await expect(sent).rejects.toThrow('aborted');
    }
  });
});
