import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { addFunctions } from '../src/server/platform/db/sqlite-functions.ts';
import { admin, expect } from './fixtures.ts';
import { mailedLink } from './mails.ts';

export interface Member {
  name: string;
  email: string;
  password: string;
  token: string;
}

let made = 0;

export async function newMember(request: APIRequestContext, dataDir: string, name?: string): Promise<Member> {
  made++;
  const key = `${made}-${Date.now()}`;
  const member = {
    name: name ?? `Robin Example ${key}`,
    email: `robin-${key}@example.com`,
    password: 'a first long one',
  };
  const { token: adminToken } = await (await request.post('/api/auth', { data: admin })).json();
  await request.post('/api/users', {
    headers: { 'x-auth-token': adminToken },
    data: { name: member.name, email: member.email },
  });
  const link = new URL(await mailedLink(dataDir, member.email));
  const answer = await request.post('/api/auth/set-password', {
    data: { token: link.hash.slice(1), password: member.password, adult: true },
  });
  return { ...member, token: (await answer.json()).token };
}

/** Signs a member in once more; undefined when the password is wrong. */
export async function openSession(
  request: APIRequestContext,
  { email, password }: Pick<Member, 'email' | 'password'>,
  userAgent?: string,
): Promise<string | undefined> {
  const headers: Record<string, string> = userAgent ? { 'user-agent': userAgent } : {};
  return (await (await request.post('/api/auth', { data: { email, password }, headers })).json()).token;
}

export async function beginWith(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('signed-in-by-test')) return;
    sessionStorage.setItem('signed-in-by-test', 'yes');
    localStorage.setItem('token', value);
  }, token);
}

export async function isAlive(request: APIRequestContext, token: string): Promise<boolean> {
  const answer = await request.get('/api/auth', { headers: { 'x-auth-token': token } });
  expect([200, 401]).toContain(answer.status());
  return answer.ok();
}

/** Writes to the server's database directly: to let time pass, or mails fail. */
export function changeData(dataDir: string, statement: string, ...values: unknown[]): void {
  const database = new BetterSqlite(join(dataDir, 'brokerage.db'));
  // The triggers of what is searched call them.
  addFunctions(database);
  try {
    database.prepare(statement).run(...values);
  } finally {
    database.close();
  }
}

/** The next person in the same window, as after a sign-out and a sign-in. */
export async function goOnAs(page: Page, token: string, path: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto(path);
}
