import { Link } from 'react-router';
import type { DeskMember } from '../../../shared/compliance/compliance.contract.ts';
import { stateLabels } from '../../../shared/compliance/finding-labels.ts';
import { findingStates } from '../../../shared/compliance/findings.ts';
import { FindingText } from './FindingText.tsx';
import { filePath } from './paths.ts';

type DeskListProps = {
  members: DeskMember[];
  /** Groups members by their worst finding. */
  grouped: boolean;
};

export function DeskList({ members, grouped }: DeskListProps) {
  if (!grouped) return <Members label="Members" members={members} />;
  const byWorst = Map.groupBy(members, ({ findings }) => findings[0]?.state);
  return (
    <div className="grid grid-cols-1 gap-8">
      {findingStates.map((state) => {
        const its = byWorst.get(state);
        if (!its) return null;
        const label = stateLabels[state];
        return (
          <section key={state} aria-label={label} className="grid grid-cols-1 gap-2">
            <h2 className="text-xl">{state === 'stop' ? `${label} today` : label}</h2>
            <Members label={label} members={its} />
          </section>
        );
      })}
    </div>
  );
}

const Members = ({ label, members }: { label: string; members: DeskMember[] }) => (
  <ul aria-label={label} data-list="" className="border-line border-b">
    {members.map((member) => (
      <li
        key={member._id}
        className="grid grid-cols-1 gap-x-6 gap-y-1 border-line border-t py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]"
      >
        <Link to={filePath(member._id)} className="wrap-anywhere font-semibold">
          <span translate="no">{member.name}</span>
          {member.user === null && <span className="font-normal text-muted"> (account deleted)</span>}
        </Link>
        <ul aria-label={`Findings of ${member.name}`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {member.findings.map((finding) => (
            <li key={`${finding.kind} ${finding.entry}`}>
              <FindingText finding={finding} />
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);
