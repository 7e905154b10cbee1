import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator } from '../../../../test/authenticator.ts';
import { testPassword } from '../../../../test/factories.ts';
import { person } from '../../../../test/scene.ts';
import { givePasskey, giveTotp } from '../../../../test/second-factor.ts';
import { type Answer, type TestServer, testServer } from '../../../../test/server.ts';
import type { PasskeyProof } from '../../../shared/factors/passkeys.ts';
import { removedPasskeyMessage } from '../../../shared/factors/removed-passkey.ts';
import { fromNow, now } from '../../platform/db/ids.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const challenge = async (): Promise<string> =>
  (await server.call('POST /api/auth/passkey/options')).body.challenge;
const signIn = (passkey: PasskeyProof) => server.call('POST /api/auth/passkey', { body: { passkey } });
const wrong = { status: 400, msg: 'This passkey is not valid' };
const removed = { status: 400, msg: removedPasskeyMessage };
const outcome = ({ status, body }: Answer) => ({ status, msg: body.msg });
const ticketFor = async ({ email }: { email: string }): Promise<string> =>
  (await server.call('POST /api/auth', { body: { email, password: testPassword } })).body.secondFactor.ticket;

describe('adding a passkey', () => {
  const options = async (token: string) =>
    (await server.call('POST /api/auth/passkeys/options', { token })).body;
  const add = (token: string, response: unknown, name = 'Phone') =>
    server.call('POST /api/auth/passkeys', { token, body: { name, response } });

  it('makes it a second factor with recovery codes; a further one brings none', async () => {
    const { token, email } = await person(server);
    const first = await options(token);
    expect(first.rp).toEqual({ id: 'localhost', name: 'Homequest' });
    const authenticator = new Authenticator();
    const { body } = await add(token, authenticator.create(first.challenge));
    expect(body.recoveryCodes).toHaveLength(8);
    const second = await options(token);
    expect(second.excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.id.toString('base64url') },
    ]);
    const added = await add(token, new Authenticator().create(second.challenge), 'Laptop');
    expect({ status: added.status, body: added.body }).toEqual({ status: 200, body: {} });
    const { body: list } = await server.call('GET /api/auth/passkeys', { token });
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['Phone', 'Laptop']);
    const mails = await server.db
      .selectFrom('mails')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();
    expect(mails.map(({ text }) => /the passkey “\w+”/.exec(text)?.[0])).toEqual([
      'the passkey “Phone”',
      'the passkey “Laptop”',
    ]);
  });

  it.each([
    ['for another origin', { origin: 'http://localhost:3001' }],
    ['for another site', { rpId: 'example.com' }],
    ['without verification of the user', { verified: false }],
  ])('is refused %s', async (_, ceremony) => {
    const { token } = await person(server);
    const response = new Authenticator().create((await options(token)).challenge, ceremony);
    expect(outcome(await add(token, response))).toEqual(wrong);
    expect((await server.call('GET /api/auth/passkeys', { token })).body).toEqual([]);
  });

  it('is refused with the challenge of another user, of a sign-in, or used before', async () => {
    const [one, other] = [await person(server), await person(server)];
    const theirs = (await options(other.token)).challenge;
    expect(outcome(await add(one.token, new Authenticator().create(theirs)))).toEqual(wrong);
    expect(outcome(await add(one.token, new Authenticator().create(await challenge())))).toEqual(wrong);
    const mine = (await options(one.token)).challenge;
    const responses = Array.from({ length: 20 }, () => new Authenticator().create(mine));
    const answers = await Promise.all(responses.map((response) => add(one.token, response)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is refused a second time, and to another user', async () => {
    const [one, other] = [await person(server), await person(server)];
    const authenticator = await givePasskey(server, one.token);
    for (const { token } of [one, other]) {
      const again = authenticator.create((await options(token)).challenge);
      expect((await add(token, again)).body.msg).toBe('This passkey is set up already');
    }
  });

  it('ends at 20', async () => {
    const { id, token } = await person(server);
    const rows = Array.from({ length: 20 }, (_, n) => ({
      id: crypto.randomUUID(),
      user_id: id,
      name: 'Key',
      credential_id: `${id}-${n}`,
      public_key: '',
      counter: 0,
      created_at: now(),
      last_used_at: null,
    }));
    await server.db.insertInto('passkeys').values(rows).execute();
    const response = new Authenticator().create((await options(token)).challenge);
    expect((await add(token, response)).body.msg).toBe('You can have at most 20 passkeys');
  });

  it('can be renamed and removed by its owner', async () => {
    const { token } = await person(server);
    const authenticator = await givePasskey(server, token);
    const [{ _id }] = (await server.call('GET /api/auth/passkeys', { token })).body;
    const renamed = await server.call(`PATCH /api/auth/passkeys/${_id}`, {
      token,
      body: { name: 'Old phone' },
    });
    expect(renamed.body.name).toBe('Old phone');
    expect((await server.call(`DELETE /api/auth/passkeys/${_id}`, { token })).status).toBe(200);
    expect((await server.call('GET /api/auth', { token })).body.secondFactor).toBe(false);
    expect(outcome(await signIn(authenticator.prove(await challenge())))).toEqual(removed);
  });
});

describe('signing in by a passkey', () => {
  it('alone gives a session, and shows when it was used', async () => {
    const { token, name } = await person(server);
    const authenticator = await givePasskey(server, token);
    const { status, body } = await signIn(authenticator.prove(await challenge()));
    expect(status).toBe(200);
    expect((await server.call('GET /api/auth', { token: body.token })).body.name).toBe(name);
    const [passkey] = (await server.call('GET /api/auth/passkeys', { token })).body;
    expect(passkey.lastUsed).not.toBeNull();
  });

  it.each([
    ['at another origin', { origin: 'https://localhost:3000' }],
    ['for another site', { rpId: 'example.com' }],
    ['without verification of the user', { verified: false }],
  ])('is refused %s', async (_, ceremony) => {
    const authenticator = await givePasskey(server, (await person(server)).token);
    expect(outcome(await signIn(authenticator.prove(await challenge(), ceremony)))).toEqual(wrong);
  });

  it('is refused when replayed, with a challenge that is not ours or too old, and by an unknown passkey', async () => {
    const authenticator = await givePasskey(server, (await person(server)).token);
    const proof = authenticator.prove(await challenge());
    expect((await signIn(proof)).status).toBe(200);
    expect(outcome(await signIn(proof))).toEqual(wrong);
    expect(outcome(await signIn(authenticator.prove('made-up')))).toEqual(wrong);
    const old = await challenge();
    await server.db
      .updateTable('passkey_challenges')
      .set({ expires_at: fromNow(0) })
      .where('challenge', '=', old)
      .execute();
    expect(outcome(await signIn(authenticator.prove(old)))).toEqual(wrong);
    expect(outcome(await signIn(new Authenticator().prove(await challenge())))).toEqual(removed);
  });

  it('is refused with a changed signature, and with a counter from before', async () => {
    const authenticator = await givePasskey(server, (await person(server)).token);
    const proof = authenticator.prove(await challenge());
    const other = authenticator.prove(await challenge());
    const { signature } = other.response;
    expect(outcome(await signIn({ ...proof, response: { ...proof.response, signature } }))).toEqual(wrong);
    expect((await signIn(authenticator.prove(await challenge()))).status).toBe(200);
    authenticator.counter = 0;
    expect(outcome(await signIn(authenticator.prove(await challenge())))).toEqual(wrong);
  });

  it('uses a challenge once among a hundred at once', async () => {
    const authenticator = await givePasskey(server, (await person(server)).token);
    const one = await challenge();
    const proofs = Array.from({ length: 100 }, () => authenticator.prove(one));
    const answers = await Promise.all(proofs.map(signIn));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  });

  it('is no way in for a suspended user', async () => {
    const who = await person(server);
    const authenticator = await givePasskey(server, who.token);
    const { token } = await person(server, { admin: true });
    expect((await server.call(`POST /api/users/${who.id}/suspend`, { token })).status).toBe(200);
    expect(outcome(await signIn(authenticator.prove(await challenge())))).toEqual(wrong);
  });
});

describe('a passkey as second factor', () => {
  const finish = (ticket: string, passkey: PasskeyProof) =>
    server.call('POST /api/auth/second-factor', { body: { ticket, passkey } });

  it('finishes signing in; that of another user does not', async () => {
    const [who, other] = [await person(server), await person(server)];
    const own = await givePasskey(server, who.token);
    const foreign = await givePasskey(server, other.token);
    const ticket = await ticketFor(who);
    const refused = await finish(ticket, foreign.prove(await challenge()));
    expect({ status: refused.status, methods: refused.body.secondFactor.methods }).toEqual({
      status: 400,
      methods: ['code', 'passkey'],
    });
    expect((await finish(ticket, own.prove(await challenge()))).status).toBe(200);
    expect((await finish(ticket, own.prove(await challenge()))).status).toBe(400);
  });

  it('confirms; that of another user does not', async () => {
    const [who, other] = [await person(server), await person(server)];
    await giveTotp(server, who.id);
    const own = await givePasskey(server, who.token);
    const foreign = await givePasskey(server, other.token);
    const confirm = (passkey: PasskeyProof) =>
      server.call('POST /api/auth/confirm', { token: who.token, body: { passkey } });
    expect(outcome(await confirm(foreign.prove(await challenge())))).toEqual(wrong);
    const { status, body } = await confirm(own.prove(await challenge()));
    expect(status).toBe(200);
    expect((await server.call('GET /api/auth', { token: body.token })).status).toBe(200);
    expect((await server.call('GET /api/auth', { token: who.token })).status).toBe(401);
  });
});
