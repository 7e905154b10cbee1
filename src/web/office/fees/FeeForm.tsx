import { type FormEvent, useRef, useState } from 'react';
import { counted } from '../../../shared/counted.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { figureChanges, figureFields, figureNames } from '../../../shared/fees/fee-figures.ts';
import type { FeeVersion } from '../../../shared/fees/fees.contract.ts';
import type { FeeFigures, FeeSchedule } from '../../../shared/fees/fees.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { FeePreview } from './FeePreview.tsx';
import { asSchedule, type FeeValues, isSame, textErrors, toFigures, valuesOf } from './fee-form.ts';
import { usePublishFees } from './fees.queries.ts';
import { TierExamples } from './TierExamples.tsx';

type FeeFormProps = {
  etag: string | undefined;
  current: FeeSchedule;
  values: FeeValues;
  change: (part: Partial<FeeValues>) => void;
  next: number;
  scheduled: FeeVersion | undefined;
  /** Members without a signed agreement, who pay by the fees in force. */
  unsigned: number;
  /** Members who have yet to sign earlier fees. */
  asked: number;
  onReload: () => void;
  /** With the fees in force then. */
  onPublished: (current: FeeSchedule) => void;
};

const groups = [...new Set(figureNames.map((name) => figureFields[name].group))];
const isChoice = (text: string): text is FeeValues['openAsks'] => ['', 'keep', 'replace'].includes(text);

export function FeeForm({ etag, current, values, change, next, scheduled, ...rest }: FeeFormProps) {
  const { unsigned, asked, onReload, onPublished } = rest;
  const { texts, starts, note, asks, due, openAsks } = values;
  const [asking, setAsking] = useState(false);
  const [left, setLeft] = useState<Record<string, string>>({});
  const saved = useRef(false);
  const publish = usePublishFees();
  const errors = textErrors(texts);
  const figures = toFigures(texts);
  const changes = figures ? figureChanges(current, figures) : [];
  const isStale = publish.error instanceof ApiError && publish.error.status === 412;
  const fields = { ...(publish.error instanceof ApiError ? publish.error.fields : {}), ...left };

  function submit(event: FormEvent): void {
    event.preventDefault();
    publish.reset();
    const missing = {
      ...(starts === '' && { starts: 'Choose a day' }),
      ...(asks && due === '' && { 'ask.due': 'Choose a day' }),
      ...(!asks && asked > 0 && openAsks === '' && { openAsks: 'Choose which fees they sign' }),
    };
    setLeft(missing);
    if (figures && changes.length > 0 && Object.keys(missing).length === 0) setAsking(true);
  }

  function confirm(): void {
    if (!figures) return;
    const body = {
      figures,
      starts,
      note,
      ask: asks ? { due } : null,
      openAsks: asks || openAsks === '' ? null : openAsks,
    };
    publish.mutate(
      { body, etag },
      {
        onSuccess: ({ fees }) => {
          saved.current = true;
          say(starts === today() ? `Version ${next} is in force` : `Version ${next} is scheduled`);
          const now = fees.versions.find(({ schedule }) => schedule.version === fees.current);
          onPublished(now?.schedule ?? current);
        },
        onSettled: () => setAsking(false),
      },
    );
  }

  function reload(): void {
    publish.reset();
    onReload();
  }

  const consequences = () =>
    [
      starts === today()
        ? 'It is on every page right away, and new agreements name it.'
        : `It is on every page from ${formatDay(starts)}, and new agreements name it.`,
      asks ? `Members are asked to sign it by ${formatDay(due)}.` : 'Members are not asked to sign it.',
      unsigned > 0 &&
        `${counted(unsigned, 'member')} without a signed agreement ${unsigned === 1 ? 'pays' : 'pay'} by it from then on.`,
      'A published version never changes.',
    ]
      .filter(Boolean)
      .join(' ');

  return (
    <form noValidate onSubmit={submit} aria-label="Fees" className="grid grid-cols-1 gap-8 xl:grid-cols-2">
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        {groups.map((group) => (
          <fieldset
            key={group}
            className="grid min-w-0 gap-4 rounded-lg border border-line p-4 sm:grid-cols-2"
          >
            <legend className="px-1 font-semibold">{group}</legend>
            {figureNames
              .filter((name) => figureFields[name].group === group)
              .map((name) => (
                <FigureField
                  key={name}
                  name={name}
                  value={texts[name]}
                  error={errors[name] ?? fields[`figures.${name}`]}
                  onChange={(value) => change({ texts: { ...texts, [name]: value } })}
                />
              ))}
            {group === figureFields.upperTierPrice.group && figures && (
              <TierExamples fees={asSchedule(figures, next)} />
            )}
          </fieldset>
        ))}
        <p className="text-muted text-sm">An amount of 0 leaves that line out everywhere.</p>
        <TextField
          label="In force from"
          type="date"
          required
          min={today()}
          hint="From the beginning of that day, Pacific time"
          value={starts}
          onChange={({ target }) => change({ starts: target.value })}
          error={fields.starts}
        />
        <SelectField
          label="For whom"
          hint="Members pay by the version they signed until they sign another"
          value={asks ? 'members' : 'new'}
          onChange={({ target }) => change({ asks: target.value === 'members' })}
          error={fields.ask}
        >
          <option value="new">New agents only</option>
          <option value="members">New agents, and ask members to sign again</option>
        </SelectField>
        {asks && (
          <TextField
            label="Members sign by"
            type="date"
            required
            min={starts}
            value={due}
            onChange={({ target }) => change({ due: target.value })}
            error={fields['ask.due']}
          />
        )}
        {!asks && asked > 0 && (
          <SelectField
            label={`${counted(asked, 'member')} ${asked === 1 ? 'has' : 'have'} yet to sign earlier fees`}
            value={openAsks}
            onChange={({ target }) => isChoice(target.value) && change({ openAsks: target.value })}
            error={fields.openAsks}
          >
            <option value="">Choose</option>
            <option value="replace">They sign these instead</option>
            <option value="keep">They sign the ones they were asked to sign</option>
          </SelectField>
        )}
        <TextField
          label={asks ? 'Sentence for members' : 'Sentence for members (optional)'}
          hint={asks ? 'They read it before they sign' : 'Shown in the list of versions'}
          required={asks}
          autoComplete="off"
          maxLength={maxLengths.agreement.note}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
          error={fields.note}
        />
      </div>
      <FeePreview figures={figures} current={current} next={next} />
      {/* The outcome stands beside the button, where its user looks. */}
      <div className="sticky bottom-0 z-10 col-span-full grid grid-cols-1 gap-3 border-line border-t bg-ground py-3">
        {scheduled?.starts && (
          <p role="status">
            Version {scheduled.schedule.version} is scheduled for {formatDay(scheduled.starts)}. Withdraw it
            below to publish others.
          </p>
        )}
        {isStale && (
          <p
            role="status"
            className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sand p-4"
          >
            Another admin changed the fees since you opened this page.
            <Button variant="secondary" size="sm" onClick={reload}>
              Show theirs
            </Button>
          </p>
        )}
        <FormError>{!isStale && Object.keys(fields).length === 0 && publish.error?.message}</FormError>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            pending={publish.isPending}
            disabled={scheduled !== undefined || changes.length === 0}
          >
            Publish version {next}
          </Button>
          {changes.length === 0 && figures && (
            <span className="text-muted text-sm">No figure has changed.</span>
          )}
        </div>
      </div>
      <LazyConfirmDialog
        open={asking}
        title={`Publish version ${next} of the fees?`}
        body={asking ? consequences() : ''}
        confirmLabel="Publish"
        pending={publish.isPending}
        error={null}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
      <UnsavedChanges
        dirty={!isSame(values, valuesOf(current))}
        saved={saved}
        onDiscard={() => change(valuesOf(current))}
      />
    </form>
  );
}

type FigureFieldProps = {
  name: keyof FeeFigures;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function FigureField({ name, value, error, onChange }: FigureFieldProps) {
  const { label, kind } = figureFields[name];
  return (
    <TextField
      label={label}
      name={name}
      {...(kind === 'rate' ? { after: '%' } : { before: '$' })}
      required
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={error}
    />
  );
}
