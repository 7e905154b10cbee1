import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type Conflict, isSame, type TextValues } from './versions.ts';

type ConflictPanelProps<Values extends TextValues> = {
  form: UseFormReturn<Values>;
  conflict: Conflict<Values>;
  labels: Record<keyof Values & string, string>;
  what: string;
  show?: Partial<Record<keyof Values & string, (value: string) => ReactNode>> | undefined;
};

/** Both versions of every field that differs. A choice fills the form below, where the user can merge by hand. */
export function ConflictPanel<Values extends TextValues>(props: ConflictPanelProps<Values>) {
  const { form, conflict, labels, what } = props;
  const show: Record<string, ((value: string) => ReactNode) | undefined> = props.show ?? {};
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const current: TextValues = form.watch();
  const { theirs, mine, both } = conflict;
  const fields = Object.keys(labels).filter((field) => !isSame(theirs[field], mine[field]));
  const choose = (field: string, value: string) =>
    form.reset({ ...form.getValues(), [field]: value }, { keepDefaultValues: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict is announced
  useEffect(() => heading.current?.focus(), [conflict]);

  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-poppy-text bg-surface p-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        Someone else saved while you were editing
      </h2>
      <p>
        {what} changed while you were editing. Nothing is lost. For each field, choose what to keep or combine
        both below, then save.
      </p>
      {fields.map((field) => (
        <fieldset key={field} className="grid gap-2 border-line border-t pt-3">
          <legend className="float-start font-semibold text-sm">{labels[field]}</legend>
          <div className="clear-both grid gap-3 sm:grid-cols-2">
            <Choice
              group={`${id}${field}`}
              label="Theirs, saved"
              text={theirs[field] ?? ''}
              show={show[field]}
              checked={isSame(current[field], theirs[field])}
              onChoose={(text) => choose(field, text)}
            />
            <Choice
              group={`${id}${field}`}
              label="Mine, not saved yet"
              text={mine[field] ?? ''}
              show={show[field]}
              checked={isSame(current[field], mine[field])}
              onChoose={(text) => choose(field, text)}
            />
            {!isSame(both[field], mine[field]) && !isSame(both[field], theirs[field]) && (
              <Choice
                group={`${id}${field}`}
                label="Combine both (yours wins where they overlap)"
                text={both[field] ?? ''}
                show={show[field]}
                checked={isSame(current[field], both[field])}
                onChoose={(text) => choose(field, text)}
              />
            )}
          </div>
        </fieldset>
      ))}
    </section>
  );
}

type ChoiceProps = {
  group: string;
  label: string;
  text: string;
  show: ((text: string) => ReactNode) | undefined;
  checked: boolean;
  onChoose: (text: string) => void;
};

function Choice({ group, label, text, show, checked, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label className="flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="radio"
          name={group}
          checked={checked}
          aria-describedby={id}
          onChange={() => onChoose(text)}
          className="size-4"
        />
        {label}
      </label>
      <p
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, with the keyboard too
        tabIndex={0}
        className="wrap-anywhere max-h-48 overflow-y-auto whitespace-pre-wrap rounded-md bg-sand p-3 text-sm"
      >
        {show ? show(text) : text}
      </p>
    </div>
  );
}
