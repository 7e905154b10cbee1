/** The one registry of what waits for someone in the office (docs/product.md P8.21): a kind of work is a source. */

import { today } from '../../../shared/dates.ts';
import { may, type Right } from '../../../shared/users/rights.ts';
import type { Waiting, WaitingItem, WaitingThing } from '../../../shared/waiting/waiting.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { mayCountersign } from '../agreements/agreement-settings.service.ts';
import { agreementsToSign } from '../agreements/agreements.service.ts';
import { settingsOf } from '../closings/closing-settings.service.ts';
import { readWork } from '../closings/lists.service.ts';
import { handedIn } from '../compliance/desk.service.ts';
import { nextCheck } from '../compliance/looks.service.ts';
import { overdueDues } from '../dues/due-rows.ts';
import { applicationsFor } from '../joining/decisions.service.ts';
import { leadsOfToday } from '../leads/leads.service.ts';

type WaitingParts = Pick<Parts, 'db' | 'sealing'>;

interface Found {
  items: WaitingItem[];
  /** Beyond those listed. */
  more: number;
  replies?: number;
}

/** Without a right it is for all members. */
const sources: { right?: Right; find: (parts: WaitingParts, actor: Actor) => Promise<Found> }[] = [
  { right: 'recruiting', find: leads },
  { right: 'recruiting', find: applications },
  { right: 'recruiting', find: agreements },
  { right: 'closings', find: closings },
  { right: 'closings', find: ({ db }, actor) => overdueOf(db, actor, { own: false }) },
  { find: ({ db }, actor) => overdueOf(db, actor, { own: true }) },
  { right: 'compliance', find: documents },
  { right: 'compliance', find: licenses },
];

/** Overdue ones before the rest; others stand at the end, so that they hide nothing newer. */
const overdueFirst = 5;
const shown = 50;

export async function readWaiting(parts: WaitingParts, actor: Actor): Promise<Waiting> {
  const found: Found[] = [];
  for (const { right, find } of sources)
    if (right === undefined || may(actor, right)) found.push(await find(parts, actor));
  const all = found.flatMap(({ items }) => items);
  const of = (urgency: WaitingItem['urgency']) => all.filter((item) => item.urgency === urgency);
  const overdue = of('overdue').toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1));
  const newest = of('waiting').toSorted((a, b) => (sinceOf(a) > sinceOf(b) ? -1 : 1));
  const items = [...overdue.slice(0, overdueFirst), ...of('due'), ...newest, ...overdue.slice(overdueFirst)];
  return {
    date: today(),
    overdue: overdue.length,
    due: of('due').length,
    replies: found.reduce((sum, { replies = 0 }) => sum + replies, 0),
    total: all.length + found.reduce((sum, { more }) => sum + more, 0),
    items: items.slice(0, shown),
  };
}

const dueOf = (item: WaitingItem): string => (item.kind === 'lead' ? item.lead.nextStep?.on : item.due) ?? '';
const sinceOf = (item: WaitingItem): string =>
  (item.kind === 'lead' ? item.lead.waitingSince : item.since) ?? '';

/** The actor's own, and those that no one owns. */
async function leads({ db }: WaitingParts, actor: Actor): Promise<Found> {
  const { overdue, due, waiting } = await leadsOfToday(db, { owner: actor.id });
  const listed = new Map<string, WaitingItem>();
  const parts = { overdue, due, waiting };
  for (const urgency of ['overdue', 'due', 'waiting'] as const)
    for (const lead of parts[urgency].leads)
      if (!listed.has(lead._id)) listed.set(lead._id, { kind: 'lead', urgency, lead });
  const more = Object.values(parts).reduce((sum, part) => sum + part.count - part.leads.length, 0);
  return { items: [...listed.values()], more, replies: waiting.count };
}

const thing = (given: Pick<WaitingThing, 'kind' | '_id' | 'name' | 'act'> & Partial<WaitingThing>) => ({
  urgency: 'waiting' as const,
  about: '',
  amount: null,
  since: null,
  due: null,
  others: 0,
  ...given,
});

async function applications(parts: WaitingParts, actor: Actor): Promise<Found> {
  const { entries, more } = await applicationsFor(parts, actor);
  const items = entries.map(({ _id, name, state, changed }) =>
    thing({
      kind: 'application',
      _id,
      name,
      act: state === 'approved' ? 'countersign' : 'decide',
      since: changed,
    }),
  );
  return { items, more };
}

async function agreements({ db }: WaitingParts, actor: Actor): Promise<Found> {
  if (!(await mayCountersign(db, actor))) return { items: [], more: 0 };
  const { agreements: found, more } = await agreementsToSign(db, actor);
  const items = found.map(({ _id, name, signed }) =>
    thing({ kind: 'agreement', _id, name, act: 'countersign', since: signed.date }),
  );
  return { items, more };
}

async function closings({ db }: WaitingParts, actor: Actor): Promise<Found> {
  const { approvers } = await settingsOf(db);
  const isApprover = approvers.some(({ user }) => user === actor.id);
  const work = await readWork(db, actor.id);
  const acts = {
    pay: 'pay',
    decide: isApprover ? 'approve' : 'decide',
    send: 'send',
    follow: 'follow',
  } as const;
  const found: Found = { items: [], more: 0 };
  for (const part of ['pay', 'decide', 'send', 'follow'] as const) {
    const { count, closings: rows } = work[part];
    found.more += count - rows.length;
    for (const { _id, agent, property, gross, since, promise, expectedOn } of rows) {
      const due = part === 'pay' ? (promise?.due ?? null) : part === 'follow' ? expectedOn : null;
      found.items.push(
        thing({
          kind: 'closing',
          _id,
          name: agent.name,
          about: property,
          amount: gross,
          act: acts[part],
          urgency: urgencyOf(due, work.date),
          since,
          due,
        }),
      );
    }
  }
  return found;
}

function urgencyOf(due: string | null, day: string): WaitingItem['urgency'] {
  if (due === null || due > day) return 'waiting';
  return due < day ? 'overdue' : 'due';
}

/** Another one has to work on those of the actor. */
async function overdueOf(db: Database, actor: Actor, { own }: { own: boolean }): Promise<Found> {
  const { dues, more } = await overdueDues(db, actor, { own, limit: shown });
  const items = dues.map(({ _id, label, amount, due, member }) =>
    thing({
      kind: 'due',
      _id,
      name: member,
      about: label,
      amount,
      act: own ? 'owe' : 'collect',
      urgency: 'overdue',
      due,
    }),
  );
  return { items, more };
}

/** A line for each member's certificates and one for their other documents. */
async function documents({ db }: WaitingParts, actor: Actor): Promise<Found> {
  const { documents: found, more } = await handedIn(db, actor, shown);
  const items = found.map(({ user, name, what, since, late }) =>
    thing({
      kind: 'document',
      _id: user,
      name,
      about: what,
      act: 'check-off',
      urgency: late === null ? 'waiting' : 'overdue',
      since,
      due: late,
    }),
  );
  return { items, more };
}

/** The desk compares them one at a time, so they are one line. */
async function licenses({ db }: WaitingParts, actor: Actor): Promise<Found> {
  const { remaining, member } = await nextCheck(db, actor, 0);
  if (!member?.user) return { items: [], more: 0 };
  const { user, name, number, seen } = member;
  const others = remaining - 1;
  const item = thing({ kind: 'license', _id: user, name, about: number, act: 'check', others });
  return { items: [{ ...item, since: seen?.date ?? null }], more: others };
}
