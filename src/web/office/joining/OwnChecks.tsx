import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import { type CheckAgain, checkKinds, memberCheckKinds } from '../../../shared/member-files/member-checks.ts';
import { ownAgreementsPath, ownAgreementsQuery } from '../agreements/own-agreements.query.ts';
import { ownChecksQuery } from './own-checks.query.ts';

/** On the dashboard of a member who has an agreement: what is missing before they work and are paid. */
export function OwnChecks() {
  const { data: own } = useQuery(ownAgreementsQuery);
  const { data: checks } = useQuery(ownChecksQuery);
  const id = useId();
  if (!own || !checks) return null;
  const { ask, agreements } = own;
  const inForce = agreements.some(({ state }) => state === 'in-force');
  const missing = inForce ? checkKinds.filter((kind) => checks[kind] === null) : [];
  if (!ask && missing.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid max-w-2xl gap-3 rounded-lg border border-poppy-text p-4">
      <h2 id={id} className="text-xl">
        {missing.includes('may-work') ? "You can't work with us yet" : 'Still open'}
      </h2>
      {ask && (
        <p>
          <Link to={ownAgreementsPath}>
            {inForce ? 'Sign the new version of your agreement' : 'Sign your agreement'}
          </Link>{' '}
          by {formatDueDay(ask.due, Date.now())}.{inForce && ' What you signed stays in force until then.'}
        </p>
      )}
      {missing.length > 0 && (
        <>
          <p className="text-muted">The office checks these off:</p>
          <ul className="list-disc ps-5">
            {missing.map((kind) => (
              <li key={kind}>
                {kind === 'may-work'
                  ? 'The public record shows you under our broker'
                  : memberCheckKinds[kind]}
                <Again again={checks.again.find((each) => each.kind === kind)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const Again = ({ again }: { again: CheckAgain | undefined }) =>
  again && (
    <span className="wrap-anywhere block text-muted text-sm">
      They checked {again.was}. Now: {again.is}
    </span>
  );
