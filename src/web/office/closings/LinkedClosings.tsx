import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ClosingState } from './ClosingState.tsx';

interface LinkedClosingsProps {
  linked: OwnClosing['linked'];
  /** The web address of a closing; members can open only their own. */
  pathOf?: (id: string) => string;
  action?: ReactNode;
}

/** Other sides of the same deal: the price counts once. */
export function LinkedClosings({ linked, pathOf, action }: LinkedClosingsProps) {
  const heading = useId();
  if (linked.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 justify-items-start gap-3">
      <h2 id={heading} className="text-xl">
        Other sides of this deal
      </h2>
      <ul aria-labelledby={heading} className="grid w-full grid-cols-1 gap-2">
        {linked.map(({ _id, agent, property, state, gross }) => (
          <li key={_id} className="wrap-anywhere flex flex-wrap gap-x-4">
            {pathOf ? <Link to={pathOf(_id)}>{property}</Link> : <span>{property}</span>}
            <span translate="no">{agent.name}</span>
            {gross !== null && <span>{formatMoney(gross)} gross</span>}
            <ClosingState state={state} />
          </li>
        ))}
      </ul>
      {action}
    </section>
  );
}
