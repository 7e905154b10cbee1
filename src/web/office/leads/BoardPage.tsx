import { useQuery } from '@tanstack/react-query';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatDueDay } from '../../../shared/dates.ts';
import { type LeadStatus, leadStatuses } from '../../../shared/leads/lead-statuses.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { say } from '../../ui/alerts.ts';
import { FormError } from '../../ui/Field.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { InviteLink, isToInvite } from './InviteLink.tsx';
import { LeadsNavigation } from './LeadsNavigation.tsx';
import { ageLabel, nameOf, statusLabel, waitingLabel } from './lead-labels.ts';
import { columnQuery, stagesQuery, useMoveLead } from './leads.queries.ts';
import { OwnerOptions } from './OwnerOptions.tsx';
import { SendAgreement } from './SendAgreement.tsx';
import { needsMore, type StageChanges, StageDialog } from './StageDialog.tsx';

interface Move {
  lead: Lead;
  to: LeadStatus;
}

/** The card being dragged, as drop targets cannot read the drag's data before the drop, and the id of the one moved last. */
interface DraggedCard {
  moved: string | undefined;
  lead: Lead | undefined;
}

export function BoardPage() {
  const [params, changeParams] = useUrlParams();
  const owner = params.get('owner') || undefined;
  const { data: stages } = useQuery(stagesQuery(owner));
  const move = useMoveLead(owner);
  const [asked, setAsked] = useState<Move>();
  const held = useRef<DraggedCard>({ lead: undefined, moved: undefined });
  const hint = useId();

  function apply(lead: Lead, changes: StageChanges): void {
    held.current.moved = lead._id;
    move.mutate(
      { lead, changes },
      {
        onSuccess: () => {
          setAsked(undefined);
          const message = `${nameOf(lead)} moved to ${statusLabel(changes.status)}`;
          say(message);
        },
      },
    );
  }

  function choose({ lead, to }: Move): void {
    if (lead.status === to) return;
    move.reset();
    if (needsMore(to)) setAsked({ lead, to });
    else apply(lead, { status: to });
  }

  return (
    <Page title="Board" width="full">
      <LeadsNavigation />
      <SelectField
        label="Owner"
        value={owner ?? ''}
        onChange={({ target }) => changeParams({ owner: target.value })}
        className="w-full max-w-xs sm:w-48"
      >
        <OwnerOptions />
      </SelectField>
      <p id={hint} className="max-w-measure text-muted text-sm">
        Drag cards between stages, or use Move. Keyboard: Shift + ← or →.
      </p>
      <FormError>
        {move.error && !asked && `We couldn't move this lead. Try again. ${move.error.message}`}
      </FormError>
      <section aria-label="Stages" className="relative -mx-1 overflow-x-auto px-1 pb-4">
        {/* Five stages fit next to the drawer at 1440 px, all eight at 2200. */}
        <div className="grid auto-cols-[minmax(13.25rem,1fr)] grid-flow-col gap-3">
          {leadStatuses.map((status) => (
            <StageColumn
              key={status}
              status={status}
              owner={owner}
              count={stages ? (stages.find((stage) => stage.status === status)?.count ?? 0) : undefined}
              hint={hint}
              held={held.current}
              onMove={choose}
            />
          ))}
        </div>
      </section>
      <StageDialog
        status={asked?.to}
        what={asked ? nameOf(asked.lead) : ''}
        pending={move.isPending}
        error={move.error}
        onConfirm={(changes) => asked && apply(asked.lead, changes)}
        onClose={() => {
          move.reset();
          setAsked(undefined);
        }}
      />
    </Page>
  );
}

type StageColumnProps = {
  status: LeadStatus;
  owner: string | undefined;
  count: number | undefined;
  hint: string;
  held: DraggedCard;
  onMove: (move: Move) => void;
};

function StageColumn({ status, owner, count, hint, held, onMove }: StageColumnProps) {
  const query = useQuery(columnQuery(status, owner));
  const [over, setOver] = useState(false);
  const id = useId();

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (held.lead) onMove({ lead: held.lead, to: status });
  }

  const shown = query.data?.length ?? 0;
  const all = new URLSearchParams({ status, ...(owner && { owner }) });
  return (
    <section
      aria-labelledby={id}
      data-stage={status}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!held.lead) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="grid min-h-64 grid-cols-1 content-start gap-3 rounded-lg border border-line bg-sand p-3 data-over:border-brand"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id={id} className="font-sans font-semibold text-base leading-normal tracking-normal">
          {statusLabel(status)}
        </h2>
        <Link
          to={{ pathname: '/dashboard/leads', search: all.toString() }}
          aria-label={`${statusLabel(status)} in the list${count === undefined ? '' : `: ${count}`}`}
          className="text-brand text-sm underline hover:text-brand-hover pointer-coarse:py-2.5"
        >
          {count ?? 'List'}
        </Link>
      </div>
      <Loaded query={query} what={statusLabel(status)} skeleton={<Skeleton className="h-24" />}>
        {(leads) => (
          <ul aria-labelledby={id} className="grid grid-cols-1 gap-3">
            {leads.map((lead) => (
              <Card key={lead._id} lead={lead} hint={hint} held={held} onMove={onMove} />
            ))}
          </ul>
        )}
      </Loaded>
      {count !== undefined && shown > 0 && count > shown && (
        <p className="text-muted text-sm">
          The newest {shown} of {count}.
        </p>
      )}
    </section>
  );
}

type CardProps = { lead: Lead; hint: string; held: DraggedCard; onMove: (move: Move) => void };

function Card({ lead, hint, held, onMove }: CardProps) {
  const name = nameOf(lead);
  const link = useRef<HTMLAnchorElement>(null);
  const [sending, setSending] = useState(false);

  // React recreates a card that moves to another column, so give it the focus back.
  useEffect(() => {
    if (held.moved === lead._id && document.activeElement === document.body) link.current?.focus();
  }, [held, lead._id]);

  function moveByKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = event.shiftKey && step ? leadStatuses[leadStatuses.indexOf(lead.status) + step] : undefined;
    if (!to) return;
    event.preventDefault();
    onMove({ lead, to });
  }

  return (
    <li
      data-lead={lead._id}
      draggable
      onDragStart={(event) => {
        held.lead = lead;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
      }}
      onDragEnd={() => {
        held.lead = undefined;
      }}
      className="grid cursor-grab grid-cols-1 gap-1 rounded-md border border-line bg-surface p-3"
    >
      <div className="flex items-start justify-between gap-2">
        <Link
          translate="no"
          ref={link}
          to={`/dashboard/leads/${lead._id}`}
          aria-describedby={hint}
          onKeyDown={moveByKey}
          // The card is dragged, not the link.
          draggable={false}
          className="wrap-anywhere min-w-0 py-1.5 font-semibold text-brand hover:text-brand-hover"
        >
          {name}
        </Link>
        <Menu
          button={{
            variant: 'quiet',
            size: 'icon',
            className: 'shrink-0',
            'aria-label': `Move ${name}`,
            title: 'Move',
            children: <ArrowRightLeft className="size-4" />,
          }}
        >
          {leadStatuses
            .filter((status) => status !== lead.status)
            .map((status) => (
              <MenuItem key={status} onSelect={() => onMove({ lead, to: status })}>
                {statusLabel(status)}
              </MenuItem>
            ))}
        </Menu>
      </div>
      {lead.waitingSince && (
        <span className="text-poppy-text text-sm">{waitingLabel(lead.waitingSince)}</span>
      )}
      {lead.nextStep && (
        <span className="wrap-anywhere text-sm">
          {formatDueDay(lead.nextStep.on, Date.now())}: {lead.nextStep.text}
        </span>
      )}
      <span className="flex items-center justify-between gap-3 text-muted text-sm">
        <span>
          <span className="sr-only">In this stage: </span>
          <time dateTime={lead.stageSince} title={formatDateTime(lead.stageSince)}>
            {ageLabel(lead.stageSince)}
          </time>
        </span>
        {lead.owner && (
          <span title={lead.owner.name}>
            <Avatar name={lead.owner.name} size="xs" />
            <span className="sr-only">Owner: {lead.owner.name}</span>
          </span>
        )}
      </span>
      {isToInvite(lead) && (
        <p className="mt-1">
          <InviteLink lead={lead} />
        </p>
      )}
      {lead.status === 'appointment' && !lead.member && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Send agreement to ${name}`}
          onClick={() => setSending(true)}
          className="mt-1 justify-self-start text-brand text-sm underline hover:text-brand-hover pointer-coarse:py-2.5"
        >
          Send agreement
        </button>
      )}
      <SendAgreement
        lead={{ _id: lead._id, name, email: lead.email }}
        open={sending}
        onClose={() => setSending(false)}
      />
    </li>
  );
}
