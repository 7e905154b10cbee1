import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { differences, responsibleBroker } from '../member-files/signed-facts.ts';
import { readBasis } from './agreement-basis.ts';
import { lockAgreement } from './signing.service.ts';

/**
 * No broker signs for another brokerage, another responsible broker or another name or license of the member than the
 * member has signed: the agreement is locked and compared with the facts of this moment. @throws 409 with what differs
 */
export async function demandSameFacts(
  transaction: DatabaseTransaction,
  { siteSettings }: Pick<Parts, 'siteSettings'>,
  id: string,
  { license, name }: { license: string; name?: string },
): Promise<void> {
  const { values } = readBasis((await lockAgreement(transaction, id)).basis);
  const { legalName } = await siteSettings.brokerageIn(transaction);
  const broker = await responsibleBroker(transaction);
  const found = differences(values, { license, brokerage: legalName, broker });
  if (name !== undefined && name !== values.member)
    found.push({ what: 'the member', was: values.member, is: name });
  const [first] = found;
  if (!first) return;
  const { what, was, is } = first;
  const now = is === '' ? 'there is none now' : `that is “${is}” now`;
  throw new HttpError(409, [
    { msg: `The signed agreement names ${what} as “${was}”, and ${now}: have it signed again` },
  ]);
}
