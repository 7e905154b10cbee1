import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { contactRequest, webhookFields } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true, name: 'Ada Admin' });
});
afterAll(() => server.stop());

const add = (body: object) => server.call('POST /api/leads', { token, body });
const load = (csv: string, apply = true) =>
  server.call('POST /api/leads/import', { token, body: { csv, apply } });
const find = async (search: string) =>
  (await server.call(`GET /api/leads?search=${encodeURIComponent(search)}`, { token })).body;
const get = async (path: string) => (await server.call(`GET ${path}`, { token })).body;

describe('a lead by hand', () => {
  const body = {
    firstName: 'Ana',
    lastName: 'Ortiz',
    email: 'Ana.Hand@Example.com',
    phone: '(310) 555-0142',
    license: 'DRE# 01234567',
    brokerage: 'Sample Realty',
    source: 'Open house',
    note: 'Wants to move in spring',
    take: true,
  };

  it('is new, waits for no reply, and has its facts, note, owner and log', async () => {
    const { status, body: made } = await add(body);
    expect([status, made.known]).toEqual([200, false]);
    const { lead } = made;
    expect(lead).toMatchObject({
      firstName: 'Ana',
      email: 'ana.hand@example.com',
      phone: '(310) 555-0142',
      license: '01234567',
      brokerage: 'Sample Realty',
      status: 'new',
      waitingSince: null,
      mail: null,
      spam: false,
      owner: { name: 'Ada Admin' },
      source: { source: 'Open house', landing: '', referrer: '', medium: '', campaign: '' },
      notes: 1,
    });
    expect(await get(`/api/leads/${lead._id}`)).toEqual(lead);
    const events = await get(`/api/leads/${lead._id}/events`);
    expect(events.map(({ kind, text, author }: Record<string, string>) => [kind, text, author])).toEqual([
      ['owner', 'nobody → Ada Admin', 'Ada Admin'],
      ['added', 'by hand', 'Ada Admin'],
    ]);
    const [note] = await get(`/api/leads/${lead._id}/notes`);
    expect([note.text, note.author]).toEqual(['Wants to move in spring', 'Ada Admin']);
    expect((await find('3105550142')).map(({ _id }: { _id: string }) => _id)).toContain(lead._id);
  });

  it('is never a second one: the answer is the lead that is there, as it was', async () => {
    const { body: again } = await add({ ...body, email: ' ana.hand@EXAMPLE.com', firstName: 'Anna' });
    expect([again.known, again.lead.firstName, again.lead.notes]).toEqual([true, 'Ana', 1]);
    expect(await find('ana.hand@example.com')).toHaveLength(1);
    const both = { ...body, email: 'at-once@example.com' };
    const answers = await Promise.all([add(both), add(both)]);
    expect(answers.map(({ body: { known } }) => known).sort()).toEqual([false, true]);
    expect(await find('at-once@example.com')).toHaveLength(1);
  });

  it('writes later, and is the same lead, which then waits', async () => {
    const mail = { firstName: 'Ana', lastName: 'Ortiz', phone: '555-0100', email: 'ana.hand@example.com' };
    expect((await server.call('POST /api/contact', { body: mail })).status).toBe(200);
    const [lead, ...others] = await find('ana.hand@example.com');
    expect(others).toEqual([]);
    expect([lead.requests, lead.waitingSince !== null]).toEqual([1, true]);
  });

  it('needs a name and an email address that is no account', async () => {
    const { status, body: faults } = await add({ lastName: 'Ortiz', email: 'no address', phone: 5 });
    expect(status).toBe(400);
    expect(faults.errors).toEqual([
      { msg: 'First name is required', field: 'firstName' },
      { msg: 'Please include a valid email', field: 'email' },
      { msg: 'Phone must be text', field: 'phone' },
    ]);
    await makeToken(server.db, { email: 'member.lead@example.com' });
    const member = await add({ firstName: 'Mo', lastName: 'Member', email: 'member.lead@example.com' });
    expect(member.body.errors).toEqual([{ msg: 'This email address belongs to a member', field: 'email' }]);
  });

  it('counts as new in insights, but not for the time of the first response', async () => {
    const before = await get('/api/insights?days=7');
    const { body: made } = await add({ firstName: 'In', lastName: 'Sight', email: 'insight@example.com' });
    await server.call(`PATCH /api/leads/${made.lead._id}`, { token, body: { status: 'contacted' } });
    const after = await get('/api/insights?days=7');
    expect(after.figures.newLeads.now).toBe(before.figures.newLeads.now + 1);
    expect(after.firstContact).toEqual(before.firstContact);
  });
});

describe('a list of leads', () => {
  const file = [
    '\uFEFFName;E-Mail;Mobile;Lead source;Notes;Status',
    'Bo Diaz;bo.list@example.com;310 555 0101;Meetup;"Met; liked it";warm',
    'Dr. Cy van Dyk;cy.list@example.com;;;;',
    'Bo Diaz;BO.list@example.com;;;;',
    'Ana Ortiz;ana.hand@example.com;;;;',
    'Mo Member;member.lead@example.com;;;;',
    ';;;;;',
  ].join('\r\n');

  it('is shown row by row first, and adds nothing', async () => {
    const { status, body } = await load(file, false);
    expect(status).toBe(200);
    expect(body).toMatchObject({ rows: 5, added: 2, errors: [], faulty: 0 });
    const [ana] = await find('ana.hand@example.com');
    expect(body.leads.map(({ line, kind, lead }: Record<string, unknown>) => [line, kind, lead])).toEqual([
      [2, 'new', null],
      [3, 'new', null],
      [4, 'twice', null],
      [5, 'known', ana._id],
      [6, 'member', null],
    ]);
    expect(await find('list@example.com')).toEqual([]);
  });

  it('is added once, with sources and notes', async () => {
    expect((await load(file)).body.added).toBe(2);
    const [bo] = await find('bo.list@example.com');
    expect(bo).toMatchObject({
      firstName: 'Bo',
      lastName: 'Diaz',
      phone: '310 555 0101',
      source: { source: 'Meetup' },
      owner: null,
      waitingSince: null,
    });
    expect(await get(`/api/leads/${bo._id}/notes`)).toMatchObject([{ text: 'Met; liked it' }]);
    expect(await get(`/api/leads/${bo._id}/events`)).toMatchObject([{ kind: 'added', text: 'from a list' }]);
    const [cy] = await find('cy.list@example.com');
    expect([cy.firstName, cy.lastName]).toEqual(['Dr. Cy van', 'Dyk']);
    expect((await load(file)).body.added).toBe(0);
    expect(await find('list@example.com')).toHaveLength(2);
    const events = await get('/api/audit?action=leads.imported');
    expect(events.map(({ details }: { details: string }) => details)).toEqual(['2 added']);
  });

  it('adds nothing with an error in any line, and names lines and reasons', async () => {
    const csv = 'Name,Email\nEd Fine,ed.list@example.com\nCher,cher.list@example.com\nFay Low,nowhere';
    const { body } = await load(csv);
    expect(body).toMatchObject({
      rows: 3,
      added: 0,
      faulty: 2,
      errors: [
        { line: 3, msg: 'Both a first and a last name are required' },
        { line: 4, msg: 'Please include a valid email' },
      ],
    });
    expect(await find('ed.list@example.com')).toEqual([]);
  });

  it.each([
    ['Lee, Ann', 'Ann', 'Lee'],
    ['LEE, ANN M.', 'ANN M.', 'LEE'],
    ['De la Cruz, Ana', 'Ana', 'De la Cruz'],
    ['Ann Lee, GRI', 'Ann Lee,', 'GRI'],
    ['Lee, Jr.', 'Lee,', 'Jr.'],
    ['Acme, Inc.', 'Acme,', 'Inc.'],
  ])('reads the name %j', async (name, firstName, lastName) => {
    const { body } = await load(`Name,Email\n"${name}",order@example.com`, false);
    expect(body.leads).toMatchObject([{ firstName, lastName }]);
  });

  it('names its columns in the first line', async () => {
    for (const [csv, missing] of [
      ['Ann Lee,ann@example.com', 'first name and last name, email'],
      ['First name,Email\nAnn,ann@example.com', 'first name and last name'],
      ['Name,Phone\nAnn Lee,5', 'email'],
    ] as const)
      expect((await load(csv)).body.errors).toEqual([
        { msg: `These columns are missing: ${missing}`, field: 'csv' },
      ]);
  });

  it('is told to webhooks that follow leads', async () => {
    expect((await server.call('POST /api/webhooks', { token, body: webhookFields })).status).toBe(200);
    await load('Name,Email\nGo Hook,go.hook@example.com');
    const [lead] = await find('go.hook@example.com');
    const queued = await server.db
      .selectFrom('webhook_deliveries')
      .select(['event', 'payload'])
      .where('lead_id', '=', lead._id)
      .execute();
    expect(queued.map(({ event, payload }) => [event, JSON.parse(payload ?? '{}').data.email])).toEqual([
      ['lead.created', 'go.hook@example.com'],
    ]);
  });

  it('of hundreds is told to webhooks once for each lead', async () => {
    const emails = Array.from({ length: 250 }, (_, at) => `hal.hook${at}@example.com`);
    await load(`Name,Email\n${emails.map((email) => `Hal Hook,${email}`).join('\n')}`);
    const queued = await server.db
      .selectFrom('webhook_deliveries')
      .innerJoin('contact_requests', 'contact_requests.id', 'webhook_deliveries.lead_id')
      .select(['contact_requests.email', 'payload'])
      .where('last_name', '=', 'Hook')
      .where('first_name', '=', 'Hal')
      .execute();
    expect(queued.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
    for (const { email, payload } of queued) expect(JSON.parse(payload ?? '{}').data.email).toBe(email);
  });

  it('of thousands keeps no visitor waiting for its end', async () => {
    const people = Array.from({ length: 2000 }, (_, at) => `Ivy Long,ivy.long${at}@example.com`);
    const loading = load(`Name,Email\n${people.join('\n')}`);
    const ended = loading.then(() => true);
    const statuses = new Set<number>();
    while (!(await Promise.race([ended, Promise.resolve(false)])))
      statuses.add((await server.call('POST /api/contact', { body: contactRequest() })).status);
    expect((await loading).body.added).toBe(people.length);
    expect([...statuses]).toEqual([200]);
    const stored = await server.db
      .selectFrom('contact_requests')
      .select(['email', 'created_at'])
      .orderBy('created_at')
      .execute();
    const isListed = ({ email }: { email: string }) => email.startsWith('ivy.long');
    const during = stored.slice(stored.findIndex(isListed), stored.findLastIndex(isListed));
    expect(during.filter((each) => !isListed(each))).not.toEqual([]);
    // Also for a repeat in another part of the file.
    const repeated = `Name,Email\n${[...people.slice(0, 300), people[0]].join('\n')}`;
    const { added, leads } = (await load(repeated)).body;
    expect([added, leads[0].kind, leads[300].kind]).toEqual([0, 'known', 'twice']);
    const fresh = Array.from({ length: 300 }, (_, at) => `Kim Long,kim.long${at}@example.com`);
    const twice = (await load(`Name,Email\n${[...fresh, fresh[0]].join('\n')}`)).body;
    expect([twice.added, twice.leads[300].kind]).toEqual([300, 'twice']);
  });
});
