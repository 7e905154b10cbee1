import { storedBasis } from '../src/server/features/agreements/agreement-basis.ts';
import { settleDue } from '../src/server/features/member-files/settle.ts';
import type { Database, DatabaseTransaction } from '../src/server/platform/db/database.ts';
import { fromNow, now } from '../src/server/platform/db/ids.ts';
import { addDays, officeDay } from '../src/shared/dates.ts';
import type { MemberCheckKind } from '../src/shared/member-files/member-checks.ts';
import type { EntryDetails } from '../src/shared/member-files/member-file.ts';
import { day } from '../src/shared/time.ts';
import { type FeedSize, idAt, type Times } from './feed-shape.ts';
import { memberEmail, memberId, memberName } from './fill-members.ts';
import { addRows, insertRows } from './fill-rows.ts';

const checks: MemberCheckKind[] = ['may-work', 'w9', 'payout', 'annual-fee'];
const office = 'The office';
const license = (number: number) => String(number).padStart(8, '0');
/** Far enough ahead that no reminder is due: its email would be measured, too. */
const never = 36_500;

/**
 * Gives each member a license, ticks, a file with seven entries and an agreement in force; every other member also a
 * former one.
 */
export async function fillFiles(db: Database, { members }: FeedSize, times: Times): Promise<void> {
  await insertRows(db, 'agreement_versions', [versionOf(1), versionOf(2)]);
  const rows = { what: 'member files, agreements', count: members, batch: 500 };
  await addRows(db, rows, async (transaction, from, to) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    await addFiles(transaction, numbers, times);
    await addAgreements(transaction, numbers, times);
  });
}

/** Lets the product find what the desk shows, as it follows from everything that was filled. */
export const findInFiles = (db: Database): Promise<void> => settleDue(db);

async function addFiles(transaction: DatabaseTransaction, numbers: number[], times: Times): Promise<void> {
  const rows = numbers.map((number) => fileOf(number, times));
  await insertRows(
    transaction,
    'licenses',
    rows.map(({ licensed }) => licensed),
  );
  await insertRows(
    transaction,
    'member_files',
    rows.map(({ file }) => file),
  );
  await insertRows(
    transaction,
    'member_checks',
    rows.flatMap(({ ticks }) => ticks),
  );
  await insertRows(
    transaction,
    'member_file_entries',
    rows.flatMap(({ entries }) => entries),
  );
}

/** About two of a hundred members must not work, and a third has something overdue or due. */
function fileOf(number: number, times: Times) {
  const user_id = memberId(number, times);
  const name = memberName(number);
  const [today, created_at] = [officeDay(now()), fromNow(-day)];
  const expires = addDays(today, ((number * 13) % 1_461) - 10);
  const file = {
    id: user_id,
    user_id,
    name,
    created_at,
    settle_at: created_at,
    reminded_at: fromNow(never * day),
  };
  const licensed = {
    user_id,
    number: license(number),
    expires_on: expires,
    reminded: 0,
    updated_at: created_at,
    verified_at: fromNow(-(number % 36) * day),
  };
  const ticks = checks
    .filter((_, place) => (number + place) % 40 !== 0)
    .map((kind, place) => ({
      id: idAt(Date.now(), number * 10 + place),
      user_id,
      user_name: name,
      kind,
      ticked: true,
      day: today,
      note: '',
      by_name: office,
      created_at,
    }));
  const entries = entriesOf(number, today, expires).map(({ kind, ...details }, place) => ({
    id: idAt(Date.now(), number * 10 + place),
    file_id: file.id,
    user_id,
    kind,
    details: JSON.stringify(details),
    created_at,
    author: office,
  }));
  return { file, licensed, ticks, entries };
}

function entriesOf(number: number, today: string, expires: string): EntryDetails[] {
  const at = (days: number) => addDays(today, days);
  return [
    { kind: 'joined', on: at(-400) },
    { kind: 'supervision', branch: 'Main office', manager: 'Wanda Whole', since: at(-400) },
    { kind: 'association', body: 'mls', name: 'Regional listings', number: license(number), since: at(-390) },
    { kind: 'insurance', insurance: 'auto', carrier: 'Acme Mutual', number: 'A-1', expires: at(-30) },
    ...(number % 20 === 0
      ? []
      : [
          {
            kind: 'insurance' as const,
            insurance: 'auto' as const,
            carrier: 'Acme Mutual',
            number: 'A-2',
            expires: at(((number * 7) % 365) - 5),
          },
        ]),
    {
      kind: 'check',
      number: license(number),
      type: 'salesperson',
      issued: at(-1_400),
      expires,
      status: 'licensed',
      affiliation: number % 200 === 7 ? 'none' : 'ours',
      broker: '',
      asExpected: true,
      remark: '',
    },
    { kind: 'note', text: 'Spoke about the renewal, and where the certificates are to go.' },
  ];
}

const versionOf = (number: number) => ({
  id: idAt(Date.now(), number),
  number,
  text: '# Agreement',
  note: '',
  sample: true,
  published_by_name: office,
  published_at: fromNow(-(3 - number) * 200 * day),
});

async function addAgreements(
  transaction: DatabaseTransaction,
  numbers: number[],
  times: Times,
): Promise<void> {
  const all = numbers
    .filter((number) => number % 25 !== 0)
    .flatMap((number) => [
      ...(number % 2 === 0 ? [agreementOf(number, 1, times)] : []),
      agreementOf(number, 2, times),
    ]);
  const documents = all.map(({ document_id: id, user_id, signed_at }) => ({ id, user_id, signed_at }));
  await insertRows(
    transaction,
    'images',
    documents.map(({ id, signed_at }) => ({
      id,
      kind: 'pdf',
      width: 0,
      height: 0,
      created_at: signed_at,
    })),
  );
  await insertRows(
    transaction,
    'documents',
    documents.map(({ id, user_id, signed_at }) => ({
      id,
      name: 'Agreement.pdf',
      type: 'application/pdf',
      sha256: '0'.repeat(64),
      size: 60_000,
      user_id,
      created_at: signed_at,
    })),
  );
  await insertRows(transaction, 'agreements', all);
}

function agreementOf(number: number, version: 1 | 2, times: Times) {
  const at = Date.now() - (3 - version) * 190 * day + number;
  const [signed_at, name] = [new Date(at).toISOString(), memberName(number)];
  const id = idAt(at, number * 2 + version);
  const values = {
    member: name,
    license: license(number),
    brokerage: 'Bench Realty',
    broker: 'Wanda Whole',
    brokerLicense: license(1),
    date: officeDay(signed_at),
  };
  return {
    id,
    user_id: memberId(number, times),
    name,
    license: license(number),
    email: memberEmail(number),
    state: version === 2 ? 'in-force' : 'ended',
    version,
    fees: 1,
    consent: 1,
    basis: storedBasis({ version, fees: 1, consent: 1, terms: null, values }),
    signed_at,
    signed_name: name,
    signed_address: '127.0.0.1',
    signed_device: 'Chrome on Windows',
    document_id: id,
    sha256: id,
    signed_event: 1,
    signed_proof: 'proof',
    countersigned_at: signed_at,
    signer_name: 'Wanda Whole',
    signer_capacity: 'broker',
    signer_license: license(1),
    signer_address: '127.0.0.1',
    signer_device: 'Chrome on Windows',
    final_document_id: id,
    final_sha256: id,
    final_event: 1,
    final_proof: 'proof',
    ended_on: version === 2 ? null : officeDay(signed_at),
    ended_reason: '',
  };
}
