import { Link } from 'react-router';
import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { counted } from '../../../shared/counted.ts';
import { filePath } from './paths.ts';

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
              {number}:{' '}
              {members.map(({ _id, name }, at) => (
                <span key={_id}>
                  {at > 0 && ', '}
                  <Link translate="no" to={filePath(_id)}>
                    {name}
                  </Link>
                </span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
