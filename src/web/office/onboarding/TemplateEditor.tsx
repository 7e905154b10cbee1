import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { maxCounts } from '../../../shared/field-limits.ts';
import { parseWhole } from '../../../shared/money.ts';
import type { StepFields, TemplateStep } from '../../../shared/onboarding/onboarding.contract.ts';
import { doers, type Plan } from '../../../shared/onboarding/plans.ts';
import {
  type StepSubject,
  stepSubjects,
  subjectByTitle,
  subjectLabel,
} from '../../../shared/onboarding/step-subjects.ts';
import { sampleSteps } from '../../../shared/sample/sample-steps.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { contentsQuery } from '../handbook/handbook.queries.ts';
import { useSaveTemplate } from './onboarding.queries.ts';

/** As they are typed. */
type TypedStep = Omit<StepFields, 'dueDays'> & { dueDays: string };

interface Draft {
  key: number;
  fields: TypedStep;
}

const emptyStep: StepFields = { title: '', text: '', who: 'member', dueDays: 7, page: null };
const toTyped = (step: StepFields): TypedStep => ({ ...step, dueDays: String(step.dueDays) });

/** As its title says until someone has chosen. */
const aboutOf = ({ about, title }: TypedStep): StepSubject | null =>
  about === undefined ? (subjectByTitle(title) ?? null) : about;

export function TemplateEditor({ plan, saved }: { plan: Plan; saved: TemplateStep[] }) {
  const nextKey = useRef(saved.length);
  /** As they were read or saved here. */
  const seen = useRef<StepFields[]>(saved);
  const [drafts, setDrafts] = useState<Draft[]>(() =>
    saved.map((step, key) => ({ key, fields: toTyped(step) })),
  );
  const [changed, setChanged] = useState(false);
  const isSaved = useRef(false);
  const save = useSaveTemplate(plan);
  const errors = save.error instanceof ApiError ? save.error.fields : {};

  function change(next: Draft[]): void {
    setDrafts(next);
    setChanged(true);
  }

  const draft = (step: StepFields): Draft => ({ key: nextKey.current++, fields: toTyped(step) });

  function move(at: number, by: number): void {
    const next = [...drafts];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    change(next);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(
      {
        steps: drafts.map(({ fields }) => ({
          ...fields,
          dueDays: parseWhole(fields.dueDays),
          about: plan === 'on' ? aboutOf(fields) : undefined,
        })),
        seen: seen.current,
      },
      {
        onSuccess: (steps) => {
          seen.current = steps;
          setDrafts(steps.map(draft));
          setChanged(false);
        },
      },
    );
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-form grid-cols-1 gap-6">
      <UnsavedChanges dirty={changed} saved={isSaved} onDiscard={() => {}} />
      {drafts.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">No steps yet.</p>
          <Button variant="secondary" onClick={() => change(sampleSteps[plan].map(draft))}>
            Start from the sample
          </Button>
        </div>
      )}
      {drafts.map(({ key, fields }, at) => (
        <StepForm
          key={key}
          number={at + 1}
          plan={plan}
          fields={fields}
          errors={Object.fromEntries(
            Object.entries(errors).flatMap(([path, message]) =>
              path.startsWith(`steps.${at}.`) ? [[path.split('.')[2], message]] : [],
            ),
          )}
          onChange={(next) => change(drafts.map((each) => (each.key === key ? { key, fields: next } : each)))}
          onMoveUp={at > 0 ? () => move(at, -1) : undefined}
          onMoveDown={at < drafts.length - 1 ? () => move(at, 1) : undefined}
          onRemove={() => change(drafts.filter((each) => each.key !== key))}
        />
      ))}
      <FormError>{save.error?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={save.isPending} disabled={!changed}>
          Save template
        </Button>
        <Button
          variant="secondary"
          disabled={drafts.length >= maxCounts.steps}
          onClick={() => change([...drafts, draft(emptyStep)])}
        >
          Add step
        </Button>
      </div>
    </form>
  );
}

type StepFormProps = {
  number: number;
  plan: Plan;
  fields: TypedStep;
  errors: Record<string, string>;
  onChange: (fields: TypedStep) => void;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onRemove: () => void;
};

function StepForm({ number, plan, fields, errors, onChange, onMoveUp, onMoveDown, onRemove }: StepFormProps) {
  const { data: chapters = [] } = useQuery(contentsQuery);
  const pages = chapters.flatMap((chapter) => chapter.pages);
  const set = (part: Partial<TypedStep>) => onChange({ ...fields, ...part });
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">Step {number}</legend>
      <TextField
        label="Title"
        required
        value={fields.title}
        onChange={({ target }) => set({ title: target.value })}
        error={errors.title}
      />
      <TextArea
        label="Text"
        rows={2}
        value={fields.text}
        onChange={({ target }) => set({ text: target.value })}
        error={errors.text}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Who"
          value={fields.who}
          onChange={({ target }) => set({ who: doers.find((who) => who === target.value) ?? 'member' })}
          error={errors.who}
        >
          <option value="member">Member</option>
          <option value="office">Office</option>
        </SelectField>
        <TextField
          label="Due after (days)"
          inputMode="numeric"
          autoComplete="off"
          value={fields.dueDays}
          onChange={({ target }) => set({ dueDays: target.value })}
          error={errors.dueDays}
        />
      </div>
      <SelectField
        label="Handbook page to acknowledge (optional)"
        value={fields.page ?? ''}
        onChange={({ target }) => set({ page: target.value || null })}
        error={errors.page}
      >
        <option value="">None</option>
        <Options of={pages.map(({ _id, title }) => [_id, title])} />
      </SelectField>
      {plan === 'on' && (
        <SelectField
          label="About (optional)"
          hint="Once that is signed or checked off, the step is done. The office's tick checks off a W-9 or payout details."
          value={aboutOf(fields) ?? ''}
          onChange={({ target }) =>
            set({ about: stepSubjects.find((subject) => subject === target.value) ?? null })
          }
          error={errors.about}
        >
          <option value="">Nothing that is checked off elsewhere</option>
          <Options of={stepSubjects.map((subject) => [subject, subjectLabel(subject)])} />
        </SelectField>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" disabled={!onMoveUp} onClick={onMoveUp}>
          Move up<span className="sr-only"> step {number}</span>
        </Button>
        <Button variant="secondary" size="sm" disabled={!onMoveDown} onClick={onMoveDown}>
          Move down<span className="sr-only"> step {number}</span>
        </Button>
        <Button variant="quiet" size="sm" onClick={onRemove}>
          Remove<span className="sr-only"> step {number}</span>
        </Button>
      </div>
    </fieldset>
  );
}
