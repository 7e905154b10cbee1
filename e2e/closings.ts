import type { APIRequestContext } from '@playwright/test';
import { admin, expect } from './fixtures.ts';
import { changeData, type Member, newMember } from './members.ts';

export interface Scene {
  adminToken: string;
  agent: Member;
}

/** A member who may work, and an admin who may approve. */
export async function office(request: APIRequestContext, dataDir: string): Promise<Scene> {
  const { token } = await (await request.post('/api/auth', { data: admin })).json();
  const headers = { 'x-auth-token': token };
  const { _id } = await (await request.get('/api/auth', { headers })).json();
  const saved = await request.put('/api/closings/settings', {
    headers,
    data: {
      approvers: [{ user: _id, capacity: 'Broker' }],
      broker: '',
      promiseDays: 1,
      cutOff: 12,
      keepYears: 4,
      package: ['Closing disclosure', 'Signed instruction'],
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const agent = await newMember(request, dataDir);
  giveLicense(dataDir, agent, '01234567');
  noteMayWork(dataDir, agent, _id);
  return { adminToken: token, agent };
}

export function giveLicense(dataDir: string, { email }: Member, number: string): void {
  changeData(
    dataDir,
    `insert into licenses (user_id, number, expires_on, updated_at)
     select id, ?, '2099-01-31', ? from users where email = ?
     on conflict (user_id) do update set number = excluded.number`,
    number,
    new Date().toISOString(),
    email,
  );
}

export function noteMayWork(dataDir: string, { email }: Member, by: string): void {
  changeData(
    dataDir,
    `insert into member_checks (id, user_id, user_name, kind, ticked, day, note, by_id, by_name, created_at)
     select ?, id, name, 'may-work', 1, '2026-01-02', '', ?, 'The office', ? from users where email = ?`,
    crypto.randomUUID(),
    by,
    new Date().toISOString(),
    email,
  );
}

export const property = () => `${Math.floor(Math.random() * 1e9)} Laurel Ave, Burbank`;
export async function reportByApi(request: APIRequestContext, { token }: Member, changes: object = {}) {
  const answer = await request.post('/api/my-closings', {
    headers: { 'x-auth-token': token },
    data: {
      property: property(),
      kind: 'residential',
      price: 850_000_00,
      commission: { by: 'rate', rate: 250 },
      holderName: 'Golden Escrow',
      fileNumber: 'GE-1042',
      ...changes,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { _id, entry } = await answer.json();
  return { id: String(_id), property: String(entry.property) };
}
