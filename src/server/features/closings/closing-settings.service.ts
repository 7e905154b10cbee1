/** Settings of closings that admins change. */

import { feeBases } from '../../../shared/closings/closing.ts';
import type {
  ClosingSettings,
  ClosingSettingsFields,
} from '../../../shared/closings/closings-office.contract.ts';
import { kindNames, kindOf, type TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { counted } from '../../../shared/counted.ts';
import { formatDay } from '../../../shared/dates.ts';
import type { OwnWork } from '../../../shared/waiting/own-work.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import { tellOfLetters } from '../member-files/approved-closings.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { changeYears } from '../security-log/years-kept.ts';
import { whyNotAlone } from '../users/deciding.ts';

interface StoredApprover {
  user: string;
  capacity: string;
}

export interface Settings extends Omit<ClosingSettings, 'approvers'> {
  approvers: StoredApprover[];
}

/** As stored; approvers may have gone since. */
export async function settingsOf(db: Database | DatabaseTransaction): Promise<Settings> {
  const row = await db
    .selectFrom('closing_settings')
    .select(['approvers', 'broker', 'promise_days', 'cut_off', 'package', 'keep_years', 'own_closings'])
    .select(['packages', 'closed_days', 'fee_basis'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const approvers: StoredApprover[] = JSON.parse(row.approvers);
  const items: string[] = JSON.parse(row.package);
  const packages: Settings['packages'] = JSON.parse(row.packages ?? '[]');
  const closedDays: string[] = JSON.parse(row.closed_days ?? '[]');
  return {
    approvers,
    broker: row.broker,
    promiseDays: row.promise_days,
    cutOff: row.cut_off,
    package: items,
    packages,
    closedDays,
    keepYears: row.keep_years,
    ownClosings: row.own_closings,
    feeBasis: row.fee_basis,
  };
}

/** All that a complete package of a kind has. */
export const packageOf = ({ package: usual, packages }: Settings, kind: TransactionKind): string[] =>
  packages.find((each) => each.kind === kind)?.items ?? usual;

/** With the names of those who may still approve, and the version of what is stored. */
export async function readSettings(db: Database): Promise<{ settings: ClosingSettings; version: number }> {
  const settings = await settingsOf(db);
  const ids = settings.approvers.map(({ user }) => user);
  const users = ids.length === 0 ? [] : await activeOffice(db, ids);
  const approvers = settings.approvers.flatMap(({ user, capacity }) => {
    const found = users.find(({ id }) => id === user);
    return found ? [{ user: { _id: found.id, name: found.name }, capacity }] : [];
  });
  return { settings: { ...settings, approvers }, version: versionOfContent(settings) };
}

/** Users with the right to closings among these who are not suspended. */
export const activeOffice = (db: Database | DatabaseTransaction, ids: string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('suspended_at', 'is', null)
    .where(hasRight('closings'))
    .execute();

/**
 * Tells those who approve, or did, who approves from now on, and by what, and all admins how long records stay.
 * @throws 412 on a conflict; 400 for an approver without the right to closings, and for items that stand twice
 */
export async function saveSettings(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  given: ClosingSettingsFields,
  expected?: number[],
): Promise<{ settings: ClosingSettings; version: number }> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    // Takes turns with the loss of rights: an approver who loses them now is refused, or is dropped with them.
    await acquireLock(transaction, 'users');
    const before = await settingsOf(transaction);
    demandVersion('Settings', versionOfContent(before), expected);
    const { packages = before.packages, closedDays = before.closedDays } = given;
    const { feeBasis = before.feeBasis } = given;
    const fields = { ...given, packages, closedDays, feeBasis };
    const ids = fields.approvers.map(({ user }) => user);
    if (new Set(ids).size < ids.length) throw invalid('List each approver once', 'approvers');
    const users = ids.length === 0 ? [] : await activeOffice(transaction, ids);
    if (users.length < ids.length) throw invalid('Approvers need the right to closings', 'approvers');
    if (new Set(fields.package).size < fields.package.length)
      throw invalid('List each item of the package once', 'package');
    if (packages.some(({ items }) => new Set(items).size < items.length))
      throw invalid('List each item of the package once', 'packages');
    if (new Set(packages.map(({ kind }) => kind)).size < packages.length)
      throw invalid('List each kind once', 'packages');
    await transaction
      .updateTable('closing_settings')
      .set({
        approvers: JSON.stringify(fields.approvers),
        broker: fields.broker,
        promise_days: fields.promiseDays,
        cut_off: fields.cutOff,
        package: JSON.stringify(fields.package),
        packages: JSON.stringify(packages),
        closed_days: JSON.stringify([...new Set(closedDays)].toSorted()),
        keep_years: fields.keepYears,
        own_closings: fields.ownClosings,
        fee_basis: feeBasis,
      })
      .execute();
    await recordAuditEvent(transaction, actor, {
      action: 'closing-settings.updated',
      object: { id: 'closings', name: 'Closings' },
      details: await differences(transaction, before, fields),
    });
    if (before.broker !== fields.broker) await tellOfLetters(transaction, 'all');
    await tellOfApprovers(transaction, parts, actor, {
      of: 'closings',
      before: before.approvers.map(({ user }) => user),
      after: ids,
      changed: changedRules(before, fields),
    });
    await changeYears(transaction, parts, actor, {
      of: 'closings',
      before: before.keepYears,
      after: fields.keepYears,
    });
    return readSettings(transaction);
  });
  parts.mails.wake();
  return saved;
}

/** Rules other than who approves: by them letters are written, or an approver may act on their own. */
function changedRules(before: Settings, after: Settings): { what: string; user?: string }[] {
  const was = new Map(before.approvers.map(({ user, capacity }) => [user, capacity]));
  return [
    ...(before.broker === after.broker ? [] : [{ what: 'responsible broker in letters' }]),
    ...(before.ownClosings === after.ownClosings
      ? []
      : [{ what: 'right of a single approver to act on closings that pay them' }]),
    ...(before.feeBasis === after.feeBasis ? [] : [{ what: 'basis of fees after a referral or credit' }]),
    ...after.approvers
      .filter(({ user, capacity }) => was.has(user) && was.get(user) !== capacity)
      .map(({ user }) => ({ what: 'capacity', user })),
  ];
}

/** Each setting that changed, with its old and new value. */
async function differences(db: DatabaseTransaction, before: Settings, after: Settings): Promise<string> {
  const ids = [...before.approvers, ...after.approvers].map(({ user }) => user);
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const valuesOf = (settings: Settings): [name: string, value: string][] => [
    [
      'approvers',
      settings.approvers.map(({ user, capacity }) => `${names.get(user) ?? user} (${capacity})`).join(', ') ||
        'no one',
    ],
    ['broker', settings.broker || 'legal name'],
    ['paid within', counted(settings.promiseDays, 'business day')],
    ['cut-off hour', String(settings.cutOff)],
    ['package', settings.package.join(', ') || 'nothing'],
    ...kindNames.map((kind): [string, string] => {
      const own = settings.packages.find((each) => each.kind === kind);
      return [
        `package of a ${kindOf(kind).short.toLowerCase()}`,
        own ? own.items.join(', ') || 'nothing' : 'the usual one',
      ];
    }),
    ['closed', settings.closedDays.map((day) => formatDay(day)).join(', ') || 'no more days'],
    ['kept for', counted(settings.keepYears, 'year')],
    ['fees computed from', settings.feeBasis ? feeBases[settings.feeBasis] : 'decided for each closing'],
    ['own closings of a single approver', settings.ownClosings ? 'allowed' : 'not allowed'],
  ];
  const current = new Map(valuesOf(after));
  return (
    valuesOf(before)
      .filter(([name, value]) => current.get(name) !== value)
      .map(([name, value]) => `${name}: ${value} → ${current.get(name)}`)
      .join('; ') || 'nothing changed'
  );
}

/** The only one who approves, where the setting lets them act on closings that pay them; null otherwise. */
async function onlyApprover(db: Database | DatabaseTransaction): Promise<string | null> {
  const { approvers, ownClosings } = await settingsOf(db);
  if (!ownClosings || approvers.length === 0) return null;
  const active = await activeOffice(
    db,
    approvers.map(({ user }) => user),
  );
  const [only] = active;
  return only === undefined || active.length > 1 ? null : only.id;
}

/** As onlyApprover, but null where they have kept another approver from it lately. */
export async function whoMayActOnOwn(db: Database | DatabaseTransaction): Promise<string | null> {
  const only = await onlyApprover(db);
  return only !== null && (await whyNotAlone(db, only, 'approves')) === null ? only : null;
}

/** Says why a closing that pays a user waits for others, or that they may act: by no API token (docs/security.md S18.1). */
export async function ownClosingOf(
  db: Database | DatabaseTransaction,
  { id, scopes }: Pick<Actor, 'id' | 'scopes'>,
  interest: string,
): Promise<OwnWork> {
  if (scopes || (await onlyApprover(db)) !== id) return { text: interest, mayAct: false };
  const why = await whyNotAlone(db, id, 'approves');
  return why === null ? { text: interest, mayAct: true } : { text: `${interest} ${why}`, mayAct: false };
}

/**
 * The capacity in which a user approves; undefined for users who cannot approve now. It locks the settings: until the
 * transaction ends no one changes approvers or payee. A call that locks facts, too, does that first.
 */
export async function capacityOf(
  transaction: DatabaseTransaction,
  { id }: Pick<Actor, 'id'>,
): Promise<string | undefined> {
  await transaction.updateTable('closing_settings').set({ id: 1 }).where('id', '=', 1).execute();
  const { approvers } = await settingsOf(transaction);
  return approvers.find(({ user }) => user === id)?.capacity;
}
