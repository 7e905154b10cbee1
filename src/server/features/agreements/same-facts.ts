import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { readBasis } from './agreement-basis.ts';
import { lockAgreement } from './signing.service.ts';

/**
 * No broker signs for another brokerage, or another license of the member, than the member has signed: the agreement is
 * locked and compared with the facts of this moment. @throws 409 with what differs
 */
export async function demandSameFacts(
  transaction: DatabaseTransaction,
  { siteSettings }: Pick<Parts, 'siteSettings'>,
  id: string,
  license: string,
): Promise<void> {
  const { values } = readBasis((await lockAgreement(transaction, id)).basis);
  const { legalName } = await siteSettings.brokerageIn(transaction);
  const compared: [what: string, was: string, is: string][] = [
    ['the brokerage', values.brokerage, legalName],
    ['the license number of the member', values.license, license],
  ];
  for (const [what, was, is] of compared) {
    if (was === is) continue;
    const now = is === '' ? 'there is none now' : `that is “${is}” now`;
    throw new HttpError(409, [
      { msg: `The signed agreement names ${what} as “${was}”, and ${now}: have it signed again` },
    ]);
  }
}
