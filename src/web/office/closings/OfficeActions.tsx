import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import type { Versioned } from './closings.queries.ts';
import { EmailLetter } from './EmailLetter.tsx';
import { Interest, interestId, isBlocked } from './Interest.tsx';
import { actionsOf, emailLabel, letterToEmail, type OfficeAction } from './office-actions.ts';
import { type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';

interface OfficeActionsProps {
  current: Versioned<OfficeClosing>;
  onConflict: OnConflict;
  /** Decisions that are typed and not saved. */
  unsaved: boolean;
}

/** The next step stands first. */
export function OfficeActions({ current, onConflict, unsaved }: OfficeActionsProps) {
  const { closing } = current;
  const act = useOfficeAct(current, onConflict);
  const [params] = useSearchParams();
  const [asked, setAsked] = useState<OfficeAction>();
  const [linked, setLinked] = useState(() => params.get('act'));
  const open = closing.state === 'reported' || closing.state === 'changes-asked';
  const obstacles = unsaved ? ["Your decisions aren't saved yet", ...closing.obstacles] : closing.obstacles;
  const stopped = open ? 'approve' : closing.state === 'approved' ? 'letter-sent' : 'paid';
  const actions = actionsOf(closing);
  const note = useId();
  const blocked = isBlocked(closing);
  // A closing that was seen before may get here only as it is read again.
  const opened =
    blocked || closing.obstacles.length > 0
      ? undefined
      : actions.find(({ name, fields }) => name === linked && fields !== 'none');
  if (opened) {
    setLinked(null);
    setAsked(opened);
  }
  const isNamed = closing.mayApprove;
  const letter = actions.some(({ name }) => name === 'letter-sent') ? letterToEmail(closing) : undefined;
  const canWithdraw = actions.some(({ withdraws }) => withdraws);

  function run(action: OfficeAction): void {
    setLinked(null);
    if (action.fields !== 'none') {
      setAsked(action);
      return;
    }
    const calls = officeActs(closing._id);
    act.mutate(
      { act: action.name === 'archive' ? calls.archive() : calls.step({ step: 'letter-sent' }) },
      { onSuccess: () => say(action.done) },
    );
  }

  return (
    <section aria-label="Next" className="grid grid-cols-1 gap-4">
      <Interest closing={closing} />
      {closing.request !== '' && (
        <p className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-poppy-text bg-surface p-4">
          <strong>The agent asks for a change:</strong> {closing.request}
        </p>
      )}
      {closing.state === 'changes-asked' && (
        <p className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-surface p-4">
          <strong>You asked:</strong> {closing.asked}
        </p>
      )}
      {obstacles.length > 0 && (
        <div className="grid gap-2 rounded-lg border border-poppy-text bg-surface p-4">
          <p className="font-semibold">{stoppedLabels[stopped]}</p>
          <ul className="wrap-anywhere grid list-disc gap-1 ps-6">
            {obstacles.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {closing.suspended.length > 0 && actions.some(({ name }) => name !== 'archive') && (
        <p className="wrap-anywhere max-w-measure rounded-lg border border-poppy-text bg-surface p-4">
          <span translate="no">{closing.suspended.join(', ')}</span>:{' '}
          {closing.suspended.length > 1 ? 'these accounts are' : 'this account is'} suspended. What was earned
          here is still owed.
        </p>
      )}
      {!isNamed && (open || canWithdraw) && (
        <p id={note} className="text-muted">
          Closing settings don't list you as someone who approves
          {canWithdraw && ", so you can't withdraw a letter"}.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {letter && (
          <EmailLetter
            current={current}
            onConflict={onConflict}
            number={letter.number}
            variant="primary"
            disabled={blocked || obstacles.length > 0}
            describedBy={blocked ? interestId : undefined}
          >
            {emailLabel(closing, letter.kind)}
          </EmailLetter>
        )}
        {actions.map((action, index) => (
          <Button
            key={action.name}
            variant={index === 0 && !letter ? 'primary' : 'secondary'}
            pending={act.isPending && action.fields === 'none'}
            disabled={
              blocked ||
              (action.name === stopped && obstacles.length > 0) ||
              (action.withdraws === true && !isNamed)
            }
            aria-describedby={blocked ? interestId : action.withdraws && !isNamed ? note : undefined}
            aria-haspopup={action.fields === 'none' ? undefined : 'dialog'}
            onClick={() => run(action)}
          >
            {action.button}
          </Button>
        ))}
      </div>
      <FormError>{act.error?.message}</FormError>
      <ActionDialog
        current={current}
        action={asked}
        onConflict={onConflict}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

const stoppedLabels = {
  approve: 'Before it can be approved',
  'letter-sent': 'Before the letter can be sent',
  paid: 'Before it can be paid',
} as const;
