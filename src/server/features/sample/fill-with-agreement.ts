import { day } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { tellOfApprovers } from '../security-log/tell-of-approvers.ts';
import { sampleAgreement } from './sample.agreement.ts';

const publishedDaysAgo = 30;
const sampleBroker = 'Sample Broker';

/** A published text, and the first admin as the broker, so that everything can be tried. */
export async function fillWithAgreement(transaction: DatabaseTransaction): Promise<void> {
  const date = fromNow(-publishedDaysAgo * day);
  const by = { saved_by_name: 'Sample', saved_at: date };
  await transaction
    .updateTable('agreement_settings')
    .set({ text: sampleAgreement, saved_by: null, ...by })
    .execute();
  await transaction
    .insertInto('agreement_versions')
    .values({
      id: newId(),
      number: 1,
      text: sampleAgreement,
      note: '',
      sample: true,
      published_by: null,
      published_by_name: 'Sample',
      published_at: date,
    })
    .execute();
  const admin = await transaction
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!admin) return;
  await transaction
    .insertInto('agreement_signers')
    .values({
      user_id: admin.id,
      position: 0,
      name: sampleBroker,
      capacity: 'broker',
      license: '00000000',
      since_on: '2020-01-01',
    })
    .execute();
}

/** Not once someone has signed it. Those who sign learn that the sample broker no longer does; `mails.wake()` afterwards. */
export async function removeAgreement(
  transaction: DatabaseTransaction,
  parts: Pick<Parts, 'config' | 'sealing'>,
  actor: Actor,
): Promise<void> {
  const signed = await transaction.selectFrom('agreements').select('id').limit(1).executeTakeFirst();
  if (signed) return;
  await transaction
    .updateTable('agreement_settings')
    .set({ text: '', saved_by: null, saved_by_name: '', saved_at: null })
    .where('text', '=', sampleAgreement)
    .execute();
  const signers = await transaction.selectFrom('agreement_signers').select(['user_id', 'name']).execute();
  const isReal = ({ name }: { name: string }) => name !== sampleBroker;
  await transaction.deleteFrom('agreement_signers').where('name', '=', sampleBroker).execute();
  await transaction
    .deleteFrom('agreement_versions')
    .where('text', '=', sampleAgreement)
    .where((e) => e.not(e.exists(e.selectFrom('agreement_asks').select('user_id'))))
    .execute();
  await tellOfApprovers(transaction, parts, actor, {
    of: 'agreements',
    before: signers.map(({ user_id }) => user_id),
    after: signers.filter(isReal).map(({ user_id }) => user_id),
  });
}
