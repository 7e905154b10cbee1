import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useChangeLead } from './leads.queries.ts';

type LeadStepProps = { lead: Lead; onDirty: (dirty: boolean) => void };

/** The one next step. Give it a key of the saved step, so that it starts over with each. */
export function LeadStep({ lead, onDirty }: LeadStepProps) {
  const saved = { text: lead.nextStep?.text ?? '', on: lead.nextStep?.on ?? '' };
  const [text, setText] = useState(saved.text);
  const [on, setOn] = useState(saved.on);
  const change = useChangeLead(lead._id);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const ownFault = fields['nextStep.text'] ?? fields['nextStep.on'];

  const dirty = text !== saved.text || on !== saved.on;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate(
      { nextStep: { text, on } },
      {
        onSuccess: () => say('Next step saved'),
        onError: () => first.current?.focus(),
      },
    );
  }

  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        Next step
      </h2>
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-1 items-start gap-4 sm:max-lg:grid-cols-[1fr_12rem]"
      >
        <TextField
          ref={first}
          label="What to do"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={fields['nextStep.text']}
        />
        <TextField
          label="On"
          type="date"
          value={on}
          onChange={({ target }) => setOn(target.value)}
          error={fields['nextStep.on']}
        />
        <div className="flex flex-wrap gap-3 sm:max-lg:col-span-2">
          <Button type="submit" variant="secondary" size="sm" pending={change.isPending}>
            Save step
          </Button>
          {lead.nextStep && (
            <Button
              variant="secondary"
              size="sm"
              disabled={change.isPending}
              onClick={() => change.mutate({ nextStep: null })}
            >
              Done
            </Button>
          )}
        </div>
        <div role="alert" className="empty:hidden sm:max-lg:col-span-2">
          {change.error && !ownFault && <FieldError>{change.error.message}</FieldError>}
        </div>
      </form>
    </section>
  );
}
