import type { Agreement } from '../../../shared/agreement-fields.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { isSamePerson } from '../member-files/same-person.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { demandSameSigner, signerOf } from './agreement-settings.service.ts';
import { getAgreement } from './agreements.service.ts';

import { countersigning, type Origin, putInForce } from './signing.service.ts';

/**
 * Adds the broker's signature to an agreement that a member has signed again.
 * @throws 403 for a signer whom the settings do not name, and for the actor's own, as tellingOfOwn; 404; 400 for an
 * applicant's agreement, as they join by it; 409 as countersigning
 */
export async function countersignAgain(
  parts: Parts,
  actor: Actor,
  id: string,
  { sha256 }: { sha256: string },
  from: Origin,
): Promise<{ agreement: Agreement; event: SecurityLogRow }> {
  const signer = await signerOf(parts.db, actor);
  const { user, signed } = await getAgreement(parts.db, id);
  if (!user) throw invalid('Countersign the application instead: that makes the person a member');
  const ask = await parts.db
    .selectFrom('agreement_asks')
    .select('asked_at')
    .where('agreement_id', '=', id)
    .executeTakeFirst();
  if (!ask) throw notFound('Agreement');
  const row = await parts.db
    .selectFrom('agreements')
    .select(['signed_address', 'signed_device'])
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
        const event = await putInForce(transaction, parts, actor, id, { userId: user._id, made });
        return { agreement: await getAgreement(transaction, id), event };
      }),
    ),
  );
  parts.mails.wake();
  return countersigned;
}
