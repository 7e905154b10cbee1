import { addDays, today } from '../../../shared/dates.ts';
import { checkKinds, type MemberCheckKind } from '../../../shared/member-files/member-checks.ts';
import type { DetailsOf, EntryDetails } from '../../../shared/member-files/member-file.ts';
import { day } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { addEntry, openFile, openFiles } from '../member-files/entries.ts';
import { settleFiles } from '../member-files/settle.ts';
import { currentFacts, madeForOf } from '../member-files/standing-checks.ts';

interface Person {
  id: string;
  name: string;
}

/** Entries of one member in the order of age; days count from today. */
interface SampleFile {
  entries: EntryDetails[];
  /** Days since the license was looked at. */
  checkedAgo?: number;
  /** Checks that the office has not ticked. */
  open?: MemberCheckKind[];
}

/** The desk of a Monday: two must not work, some things are overdue, others due this week. */
function filesFrom(today: string): SampleFile[] {
  const dayIn = (days: number) => addDays(today, days);
  const check = (expires: number, given: Partial<DetailsOf<'check'>> = {}): EntryDetails => ({
    kind: 'check',
    number: '',
    type: 'salesperson',
    issued: dayIn(expires - 1461),
    expires: dayIn(expires),
    status: 'licensed',
    affiliation: 'ours',
    broker: '',
    asExpected: true,
    remark: '',
    ...given,
  });
  const auto = (expires: number): EntryDetails => ({
    kind: 'insurance',
    insurance: 'auto',
    carrier: 'Acme Mutual (sample)',
    number: 'A-1001',
    expires: dayIn(expires),
  });
  const joined = (days: number): EntryDetails => ({ kind: 'joined', on: dayIn(days) });
  const course = (name: string, hours: number): EntryDetails => ({
    kind: 'certificate',
    course: `${name} (sample)`,
    provider: 'Acme School (sample)',
    number: '',
    on: dayIn(-20),
    hours,
  });
  return [
    { entries: [joined(-298), auto(200)], checkedAgo: 13 },
    { entries: [joined(-200), auto(120), course('Fair housing', 3), course('Ethics', 3)] },
    {
      entries: [joined(-150), check(240, { affiliation: 'none', asExpected: false }), auto(300)],
      checkedAgo: 3,
      open: ['w9'],
    },
    { entries: [joined(-100), check(610), auto(5)], checkedAgo: 10 },
    {
      entries: [joined(-60), check(800), { kind: 'left', on: today, forCause: false, reason: '' }],
      checkedAgo: 10,
    },
    {
      entries: [joined(-8), { kind: 'notice', notice: 'joining', from: dayIn(-8) }],
      open: ['may-work', 'w9', 'payout'],
    },
  ];
}

export async function fillWithFiles(
  transaction: DatabaseTransaction,
  members: Person[],
  office: Person,
): Promise<void> {
  await openFiles(transaction, members);
  // Never: their addresses are made up.
  await transaction
    .updateTable('member_files')
    .set({ reminded_at: fromNow(36_500 * day) })
    .where(
      'user_id',
      'in',
      members.map(({ id }) => id),
    )
    .execute();
  for (const [index, sample] of filesFrom(today()).entries()) {
    const member = members[index];
    if (!member) return;
    const file = await openFile(transaction, member.id);
    for (const entry of sample.entries) {
      const details = entry.kind === 'check' ? { ...entry, number: `0000000${index + 1}` } : entry;
      const { _id } = await addEntry(transaction, office, file, details);
      if (entry.kind === 'left') {
        const notice = { kind: 'notice', notice: 'leaving', from: today() } as const;
        await addEntry(transaction, office, file, notice, { about: _id });
      }
    }
    const { checkedAgo, open = [] } = sample;
    if (checkedAgo !== undefined)
      await transaction
        .updateTable('licenses')
        .set({ verified_at: fromNow(-checkedAgo * day), verified_by: office.id })
        .where('user_id', '=', member.id)
        .execute();
    await tick(transaction, member, office, open);
    await settleFiles(transaction, [file.id]);
  }
}

async function tick(
  transaction: DatabaseTransaction,
  { id: user_id, name: user_name }: Person,
  office: Person,
  open: MemberCheckKind[],
): Promise<void> {
  const facts = (await currentFacts(transaction, [user_id])).get(user_id);
  const rows = checkKinds
    .filter((kind) => !open.includes(kind))
    .map((kind) => ({
      made_for: facts ? madeForOf(kind, facts) : null,
      id: newId(),
      user_id,
      user_was: null,
      user_name,
      kind,
      ticked: true,
      day: today(),
      note: '',
      by_id: office.id,
      by_name: office.name,
      created_at: now(),
      left_at: null,
      look_id: null,
    }));
  if (rows.length > 0) await transaction.insertInto('member_checks').values(rows).execute();
}
