/** Settings of agreements: who signs for the broker, and reminders. */

import type { AgreementSettings, SettingsFields } from '../../../shared/agreements/agreement-fields.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { isActive } from '../../platform/db/active-users.ts';
import type { Database } from '../../platform/db/database.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion, versionOfContent } from '../../platform/http/versions.ts';
import { forbidden, HttpError, invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { hasRight } from '../../platform/rights.ts';
import type { AgreementSignerRow } from '../../tables/agreements.ts';
import { settleAll } from '../member-files/settle.ts';
import { responsibleBroker } from '../member-files/signed-facts.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { changeYears } from '../security-log/years-kept.ts';
import { theAgreement } from '../users/ask-to-sign.ts';
import { lockSettings } from './versions.service.ts';

export async function getSettings(db: Database, actor: Pick<Actor, 'id'>): Promise<AgreementSettings> {
  const row = await db
    .selectFrom('agreement_settings')
    .select(['remind_first', 'remind_second', 'keep_years'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const signers = await db
    .selectFrom('agreement_signers as signer')
    .innerJoin('users', 'users.id', 'signer.user_id')
    .select(['signer.user_id', 'users.name as user_name', 'signer.name', 'signer.capacity', 'signer.license'])
    .select('signer.since_on')
    .orderBy('signer.position')
    .execute();
  return {
    remindFirst: row.remind_first,
    remindSecond: row.remind_second,
    keepYears: row.keep_years,
    signers: signers.map(({ user_id, user_name, name, capacity, license, since_on }) => ({
      user: { _id: user_id, name: user_name },
      name,
      capacity,
      license,
      since: since_on,
    })),
    mayCountersign: signers.some(({ user_id }) => user_id === actor.id),
  };
}

/** The ids of those who countersign. */
export async function signersOf(db: Database): Promise<string[]> {
  const signers = await db.selectFrom('agreement_signers').select('user_id').orderBy('position').execute();
  return signers.map(({ user_id }) => user_id);
}

/** Another one, as soon as someone else signs, or in another way. */
export const settingsVersion = ({ mayCountersign: _, ...settings }: AgreementSettings): number =>
  versionOfContent(settings);

/**
 * Tells those who sign, or did, who signs from now on, and as what, and all admins how long agreements stay.
 * @throws 412 on a conflict; 400 for someone who is not active with the right to recruiting, or named twice
 */
export async function saveSettings(
  parts: Pick<Parts, 'db' | 'config' | 'sealing' | 'mails'>,
  actor: Actor,
  { remindFirst, remindSecond, keepYears, signers }: SettingsFields,
  expected?: number[],
): Promise<AgreementSettings> {
  const saved = await inTransaction(parts.db, async (transaction) => {
    await lockSettings(transaction);
    // Takes turns with the loss of rights: a signer who loses them now is refused, or is dropped with them.
    await acquireLock(transaction, 'users');
    const before = await getSettings(transaction, actor);
    demandVersion('Settings', settingsVersion(before), expected);
    const ids = signers.map(({ user }) => user);
    if (new Set(ids).size < ids.length) throw invalid('Each person can be named once', 'signers');
    const allowed =
      ids.length === 0
        ? []
        : await transaction
            .selectFrom('users')
            .select('id')
            .where('id', 'in', ids)
            .where(hasRight('recruiting'))
            .where(isActive)
            .execute();
    if (allowed.length < ids.length)
      throw invalid('Only people with the right to recruiting can countersign', 'signers');
    await transaction
      .updateTable('agreement_settings')
      .set({ remind_first: remindFirst, remind_second: remindSecond, keep_years: keepYears })
      .execute();
    const brokerBefore = await responsibleBroker(transaction);
    const former = await transaction
      .deleteFrom('agreement_signers')
      .returning(['user_id', 'name', 'capacity', 'license', 'since_on'])
      .execute();
    if (signers.length > 0)
      await transaction
        .insertInto('agreement_signers')
        .values(
          signers.map(({ user, name, capacity, license, since }, position) => ({
            user_id: user,
            position,
            name,
            capacity,
            license,
            since_on: since,
          })),
        )
        .execute();
    if (isOther(brokerBefore, await responsibleBroker(transaction))) await settleAll(transaction);
    await recordAuditEvent(transaction, actor, {
      action: 'agreement.settings',
      object: theAgreement,
      details: [
        `reminders after ${remindFirst} and ${remindSecond} days, kept ${before.keepYears === keepYears ? '' : `${before.keepYears} years → `}${keepYears} years`,
        ...signers.map(({ name, capacity, license, since }) => `${name} (${capacity}, ${license}, ${since})`),
      ].join('; '),
    });
    await tellOfApprovers(transaction, parts, actor, {
      of: 'agreements',
      before: former.map(({ user_id }) => user_id),
      after: ids,
      changed: changedSigners(former, signers),
    });
    await changeYears(transaction, parts, actor, {
      of: 'agreements',
      before: before.keepYears,
      after: keepYears,
    });
    return getSettings(transaction, actor);
  });
  parts.mails.wake();
  return saved;
}

/** Facts about those who sign that agreements state, and stated otherwise before. */
const changedSigners = (
  former: readonly Omit<AgreementSignerRow, 'position'>[],
  signers: SettingsFields['signers'],
) =>
  signers.flatMap(({ user, name, capacity, license, since }) => {
    const was = former.find(({ user_id }) => user_id === user);
    if (!was) return [];
    const facts = [
      ['name when signing', was.name, name],
      ['capacity', was.capacity, capacity],
      ['license number when signing', was.license, license],
      ['day since when they sign', was.since_on, since],
    ] as const;
    return facts.filter(([, before, after]) => before !== after).map(([what]) => ({ what, user }));
  });

/** Agreements in force name the responsible broker. */
const isOther = (before: AgreementSignerRow | undefined, after: AgreementSignerRow | undefined): boolean =>
  before?.name !== after?.name || before?.license !== after?.license;

/**
 * The name and capacity in which the caller signs for the broker.
 * @throws 403 for a user whom the settings do not name, or who is not active with the right to recruiting
 */
export async function signerOf(db: Database, actor: Pick<Actor, 'id'>): Promise<AgreementSignerRow> {
  const row = await db
    .selectFrom('agreement_signers as signer')
    .innerJoin('users', 'users.id', 'signer.user_id')
    .select(['signer.user_id', 'signer.position', 'signer.name', 'signer.capacity', 'signer.license'])
    .select('signer.since_on')
    .where('signer.user_id', '=', actor.id)
    .where(hasRight('recruiting'))
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw forbidden();
  return row;
}

/**
 * Rights, and what the settings say about the signer, may have changed while the PDF was drawn.
 * @throws 403 as signerOf; 409 when it would say something else now
 */
export async function demandSameSigner(
  db: Database,
  actor: Pick<Actor, 'id'>,
  drawn: AgreementSignerRow,
): Promise<void> {
  const present = await signerOf(db, actor);
  const printed = ({ name, capacity, license, since_on }: AgreementSignerRow) =>
    JSON.stringify([name, capacity, license, since_on]);
  if (printed(present) !== printed(drawn))
    throw new HttpError(409, [
      { msg: 'What the settings say about you as the signer has changed. Please countersign again' },
    ]);
}

/** Whether the settings name the caller. */
export const mayCountersign = async (db: Database, actor: Pick<Actor, 'id'>): Promise<boolean> =>
  (await db
    .selectFrom('agreement_signers')
    .select('user_id')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()) !== undefined;
