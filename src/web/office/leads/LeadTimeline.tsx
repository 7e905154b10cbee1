import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId } from 'react';
import { stageWords } from '../../../shared/audit/audit-words.ts';
import type { LeadEventKind } from '../../../shared/leads/lead-statuses.ts';
import type { Lead, LeadEvent, LeadNote } from '../../../shared/leads/leads.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { AddNote } from './AddNote.tsx';
import { eventsQuery, notesQuery } from './leads.queries.ts';

type LeadTimelineProps = {
  lead: Lead;
  gone: RefObject<boolean>;
  /** Something else on the page is not saved: a router asks once for a page. */
  unsaved: boolean;
};

/** Notes and events as one story, newest first, with the composer on top. */
export function LeadTimeline({ lead, gone, unsaved }: LeadTimelineProps) {
  const heading = useId();
  const notes = useQuery(notesQuery(lead._id));
  const events = useQuery(eventsQuery(lead._id));
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5">
      <h2 id={heading} className="text-xl">
        Timeline
      </h2>
      <AddNote lead={lead} gone={gone} unsaved={unsaved} />
      <Loaded query={notes} what="The notes" skeleton={<Skeleton className="h-24" />}>
        {(notes) => (
          <Loaded query={events} what="The history" skeleton={<Skeleton className="h-24" />}>
            {(events) => (
              <ol aria-labelledby={heading} className="grid grid-cols-1">
                {inOrder(notes, events).map(({ _id, entry }) => (
                  <li key={_id} className="border-line border-s-2 pb-4 ps-4 last:pb-0">
                    {entry}
                  </li>
                ))}
              </ol>
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

interface Entry {
  _id: string;
  date: string;
  entry: ReactNode;
}

/** Newest first. What came in the same moment keeps the order of its list. */
function inOrder(notes: LeadNote[], events: LeadEvent[]): Entry[] {
  return [
    ...notes.map((note) => ({ _id: note._id, date: note.date, entry: <Note note={note} /> })),
    ...events.map((event) => ({ _id: event._id, date: event.date, entry: <Event event={event} /> })),
  ].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

const Note = ({ note: { author, text, date } }: { note: LeadNote }) => (
  <div className="grid grid-cols-1 gap-1 rounded-lg border border-line bg-surface p-4">
    <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
    <Byline author={author} date={date} />
  </div>
);

const eventLabels: Record<LeadEventKind, string> = {
  created: 'Wrote to us',
  added: 'Added',
  'wrote-again': 'Wrote again',
  stage: 'Stage',
  owner: 'Owner',
  'next-step': 'Next step',
  call: 'Call',
  mail: 'Email',
  spam: 'Folder',
  merged: 'Merged',
  separated: 'Separated',
  linked: 'Linked with',
  unlinked: 'Unlinked from',
  joined: 'Invited',
  undone: 'Bulk change undone',
};

const Event = ({ event: { kind, text, author, date } }: { event: LeadEvent }) => (
  <div className="wrap-anywhere grid grid-cols-1">
    <span>
      <span className="font-semibold">{eventLabels[kind]}</span>
      {text && ` ${kind === 'stage' ? stageWords(text) : text}`}
    </span>
    <Byline author={author} date={date} />
  </div>
);

const Byline = ({ author, date }: { author: string; date: string }) => (
  <span className="flex flex-wrap gap-x-3 text-muted text-sm">
    <span className="wrap-anywhere min-w-0">{author}</span>
    <RelativeTime iso={date} />
  </span>
);
