import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { counted } from '../../../shared/counted.ts';
import { LinkedMembers } from './LinkedMembers.tsx';

/** One line until it is opened: the desk below is what a broker looks for first. */
export function SharedNumbers({ numbers }: { numbers: Desk['sharedNumbers'] }) {
  if (numbers.length === 0) return null;
  const what = counted(numbers.length, 'license number is', 'license numbers are');
  return (
    <details className="wrap-anywhere">
      <summary className="cursor-pointer text-error">{what} on several accounts</summary>
      <div className="grid gap-2 pt-2">
        <p>Correct the number where it is wrong, or suspend the account that isn't needed.</p>
        <ul className="grid gap-1" aria-label="Numbers on several accounts">
          {numbers.map(({ number, members }) => (
            <li key={number}>
              {number}: <LinkedMembers members={members} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
