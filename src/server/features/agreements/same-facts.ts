import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { HttpError } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { readBasis } from './agreement-basis.ts';
import { lockAgreement } from './signing.service.ts';
import { responsibleBroker } from './versions.service.ts';

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
  // With another name or another license only, it is the same person still.
  const isOtherBroker = broker?.name !== values.broker && broker?.license !== values.brokerLicense;
  const compared: [what: string, was: string, is: string][] = [
    ['the brokerage', values.brokerage, legalName],
    ['the responsible broker', values.broker, isOtherBroker ? (broker?.name ?? '') : values.broker],
    ['the license number of the member', values.license, license],
    ['the member', values.member, name ?? values.member],
  ];
  for (const [what, was, is] of compared) {
    if (was === is) continue;
    const now = is === '' ? 'there is none now' : `that is “${is}” now`;
    throw new HttpError(409, [
      { msg: `The signed agreement names ${what} as “${was}”, and ${now}: have it signed again` },
    ]);
  }
}
