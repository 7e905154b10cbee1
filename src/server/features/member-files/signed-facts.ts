/** Compares what an agreement says with what is so by now. */

import { z } from 'zod';
import { formatDay, today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { AgreementRow, AgreementSignerRow } from '../../tables/agreements.ts';
import { brokerLicense } from './broker-license.ts';
import { leftSince } from './file-state.ts';
import { currentFacts, movesOf } from './standing-checks.ts';

type Db = Database | DatabaseTransaction;

const signedFacts = z.object({
  license: z.string(),
  brokerage: z.string(),
  broker: z.string(),
  brokerLicense: z.string(),
});
type SignedFacts = z.output<typeof signedFacts>;

/** A row may lack them: its agreement was not made here. */
const basisWithFacts = z.object({ values: signedFacts });

interface PresentFacts {
  license: string;
  brokerage: string;
  broker: Pick<AgreementSignerRow, 'name' | 'license'> | undefined;
}

interface Difference {
  what: string;
  was: string;
  /** '' for none. */
  is: string;
}

export function differences(signed: SignedFacts, { license, brokerage, broker }: PresentFacts): Difference[] {
  // With another name or another license only, it is the same person still.
  const isOtherBroker = broker?.name !== signed.broker && broker?.license !== signed.brokerLicense;
  const compared: Difference[] = [
    { what: 'the brokerage', was: signed.brokerage, is: brokerage },
    {
      what: 'the responsible broker',
      was: signed.broker,
      is: isOtherBroker ? (broker?.name ?? '') : signed.broker,
    },
    { what: 'the license number of the member', was: signed.license, is: license },
  ];
  return compared.filter(({ was, is }) => was !== is);
}

/** The first signer whom the setting names as responsible broker. */
export const responsibleBroker = (db: Db): Promise<AgreementSignerRow | undefined> =>
  db
    .selectFrom('agreement_signers')
    .select(['user_id', 'position', 'name', 'capacity', 'license', 'since_on'])
    .where('capacity', '=', 'broker')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();

/** Users in one statement. */
const atOnce = 500;

type Signed = Pick<AgreementRow, 'id' | 'user_id' | 'basis' | 'countersigned_at'>;

/**
 * Why agreements have to be signed again, by their ids: what is another one now, from what to what, or that the member left
 * after the broker's signature. Those that hold are left out (docs/product.md P24.14).
 */
export async function whyToSignAgain(db: Db, agreements: readonly Signed[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  if (agreements.length === 0) return reasons;
  const broker = await responsibleBroker(db);
  const { legalName } = await brokerLicense(db);
  for (let start = 0; start < agreements.length; start += atOnce) {
    const some = agreements.slice(start, start + atOnce);
    const facts = await currentFacts(
      db,
      some.flatMap(({ user_id }) => user_id ?? []),
    );
    const moves = await movesOf(db, some);
    for (const { id, user_id, basis, countersigned_at } of some) {
      const { data: signed } = basisWithFacts.safeParse(JSON.parse(basis));
      const user = user_id ?? '';
      if (!signed) continue;
      const brokerage = legalName ?? signed.values.brokerage;
      const found = differences(signed.values, { license: facts.get(user)?.license ?? '', brokerage, broker })
        // That nothing stands there now is no other agreement.
        .filter(({ is }) => is !== '')
        .map(({ what, was, is }) => `${what} ${was} → ${is}`);
      const left =
        countersigned_at === null ? null : leftSince(moves.get(user) ?? [], countersigned_at, today());
      if (left !== null) found.push(`signed before they left on ${formatDay(left)}`);
      if (found.length > 0) reasons.set(id, found.join('; '));
    }
  }
  return reasons;
}
