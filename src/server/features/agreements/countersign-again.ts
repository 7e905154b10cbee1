import type { Agreement } from '../../../shared/agreements/agreement-fields.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { AgreementRow } from '../../tables/agreements.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { getLicense } from '../licenses/licenses.service.ts';
import { tickStepsAbout } from '../member-files/open-plan.ts';
import { readFile } from '../member-files/read-file.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { lockUser } from '../users/user-rows.ts';
import { demandSameSigner, signerOf } from './agreement-settings.service.ts';
import { getAgreement } from './agreements.service.ts';
import { nameToSign } from './renamed.ts';
import { demandSameFacts } from './same-facts.ts';
import { countersigning, type Origin, putInForce } from './signing.service.ts';

/**
 * Adds the broker's signature to an agreement that a member has signed again.
 * @throws 403 for a signer whom the settings do not name, and for the actor's own, as tellingOfOwn; 404; 400 for an
 * applicant's agreement, as they join by it, and for a suspended account; 409 as countersigning and demandSameFacts, and
 * for a member who has left
 */
export async function countersignAgain(
  parts: Parts,
  actor: Actor,
  id: string,
  { sha256 }: { sha256: string },
  from: Origin,
): Promise<{ agreement: Agreement; event: SecurityLogRow }> {
  const signer = await signerOf(parts.db, actor);
  const { user, name, signed, state, endedReason } = await getAgreement(parts.db, id);
  if (!user) throw invalid('Countersign the application instead: that makes the person a member');
  if (state === 'declined')
    throw new HttpError(409, [{ msg: `This agreement no longer waits for the broker: ${endedReason}` }]);
  const ask = await parts.db
    .selectFrom('agreement_asks')
    .select('asked_at')
    .where('agreement_id', '=', id)
    .executeTakeFirst();
  if (!ask) throw notFound('Agreement');
  const row = await parts.db
    .selectFrom('agreements')
    .select(['signed_address', 'signed_device', 'account_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const evidence = [
    { what: 'Asked to sign', at: ask.asked_at, by: 'The office', address: '', device: '' },
    {
      what: 'Signed, signed in and confirmed',
      at: signed.date,
      by: signed.name,
      address: row.signed_address,
      device: row.signed_device,
    },
  ];
  const isOwn = await isSamePerson(parts.db, actor.id, user._id);
  const own = { isOwn, act: 'countersigned', what: 'agreement', id } as const;
  const signature = { sha256, signer, from, signedBy: 'account', evidence } as const;
  const countersigned = await countersigning(parts, id, signature, (made) =>
    inTransaction(parts.db, (transaction) =>
      tellingOfOwn(transaction, parts, actor, own, async () => {
        await demandSameSigner(transaction, actor, made.signer);
        await demandSameMember(transaction, parts, user._id, { id, name, account_name: row.account_name });
        await tickStepsAbout(transaction, actor, [user._id], 'agreement');
        const event = await putInForce(transaction, parts, actor, id, { userId: user._id, made });
        return { agreement: await getAgreement(transaction, id), event };
      }),
    ),
  );
  parts.mails.wake();
  return countersigned;
}

async function demandSameMember(
  transaction: DatabaseTransaction,
  parts: Parts,
  userId: string,
  agreement: Pick<AgreementRow, 'id' | 'name' | 'account_name'>,
): Promise<void> {
  // Locked, as each change of a name, a license or the standing of an account does.
  const user = await lockUser(transaction, userId);
  if (user.suspended_at !== null) throw invalid("This person's account is suspended: reactivate it first");
  const { left } = await readFile(transaction, userId);
  if (left !== null && left <= today())
    throw new HttpError(409, [{ msg: `This member left on ${formatDay(left)}` }]);
  const { number } = await getLicense(transaction, userId);
  const present = nameToSign(user, agreement);
  await demandSameFacts(transaction, parts, agreement.id, { license: number, name: present });
}
