import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import type { LeadNote } from '../../../shared/leads.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { AddNote } from './AddNote.tsx';
import { notesQuery } from './leads.queries.ts';

type LeadNotesProps = {
  id: string;
  gone: RefObject<boolean>;
  /** Something else on the page is not saved: a router asks once for a page. */
  unsaved: boolean;
};

export function LeadNotes({ id, gone, unsaved }: LeadNotesProps) {
  const heading = useId();
  const query = useQuery(notesQuery(id));
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5 border-line border-t pt-6">
      <h2 id={heading} className="text-xl">
        Notes
      </h2>
      <AddNote id={id} gone={gone} unsaved={unsaved} />
      <Loaded query={query} what="The notes" skeleton={<Skeleton className="h-24" />}>
        {(notes) =>
          notes.length > 0 ? (
            <ul aria-labelledby={heading} className="grid grid-cols-1 gap-3">
              {notes.map((note) => (
                <Note key={note._id} note={note} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No notes yet. Only admins can see notes.</p>
          )
        }
      </Loaded>
    </section>
  );
}

const Note = ({ note: { author, text, date } }: { note: LeadNote }) => (
  <li className="grid grid-cols-1 gap-1 rounded-lg border border-line bg-surface p-4">
    <p className="flex flex-wrap gap-x-3 text-sm">
      <span className="font-semibold">{author}</span>
      <RelativeTime iso={date} className="text-muted" />
    </p>
    <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
  </li>
);
