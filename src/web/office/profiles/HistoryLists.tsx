import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Education, Experience } from '../../../shared/profiles/profiles.contract.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { EducationItem, ExperienceItem } from './HistoryItem.tsx';
import { newestPeriodFirst } from './periods.ts';
import { useRemoveEducation, useRemoveExperience } from './profile.queries.ts';

export function ExperienceList({ experience }: { experience: Experience[] }) {
  return (
    <HistoryList
      title="Experience"
      addTo="/add-experience"
      addLabel="Add experience"
      empty="No experience yet. Where have you worked?"
      remove={useRemoveExperience()}
      entries={newestPeriodFirst(experience).map((each) => ({
        id: each._id,
        name: `${each.title}, ${each.company}`,
        item: <ExperienceItem {...each} />,
      }))}
    />
  );
}

export function EducationList({ education }: { education: Education[] }) {
  return (
    <HistoryList
      title="Education"
      addTo="/add-education"
      addLabel="Add education"
      empty="No education yet. What have you learned, and where?"
      remove={useRemoveEducation()}
      entries={newestPeriodFirst(education).map((each) => ({
        id: each._id,
        name: `${each.degree}, ${each.school}`,
        item: <EducationItem {...each} />,
      }))}
    />
  );
}

type HistoryListProps = {
  title: string;
  addTo: string;
  addLabel: string;
  empty: string;
  remove: UseMutationResult<unknown, Error, string>;
  entries: (DeleteTarget & { item: ReactNode })[];
};

function HistoryList({ title, addTo, addLabel, empty, remove, entries }: HistoryListProps) {
  const id = useId();
  const [target, setTarget] = useState<DeleteTarget>();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Link to={addTo} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {addLabel}
        </Link>
      </div>
      {entries.length === 0 && <p className="text-muted">{empty}</p>}
      <ul data-list className="grid gap-4">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex items-start justify-between gap-2 rounded-lg border border-line bg-surface p-4"
          >
            <div className="min-w-0 grow">{entry.item}</div>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => setTarget(entry)}
              className="-me-2 -mt-1.5 shrink-0 px-3"
            >
              Delete
              <span className="sr-only"> {entry.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <DeleteDialog
        target={target}
        consequence="This removes it from your profile."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </section>
  );
}
