import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { Children, type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

type FilterBarProps = {
  search?: ReactNode;
  /** Each is a `Filter`. Several hide behind a button; those that are set stay. */
  children?: ReactNode;
  /** Stands before the filters, such as folders. */
  lead?: ReactNode;
  tools?: ReactNode;
};

/** Search, filters and tools of a list, in one line where there is room. */
export function FilterBar({ search, children, lead, tools }: FilterBarProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const isMany = Children.toArray(children).length > 1;
  return (
    <div className="@container">
      <div data-filters="" className="flex flex-wrap items-center gap-2">
        {search && <div className="min-w-0 grow basis-48 @table:max-w-72">{search}</div>}
        {isMany && (
          <Button
            variant="secondary"
            size="sm"
            data-more-filters=""
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="px-3"
          >
            <SlidersHorizontal className="size-4" />
            Filters
          </Button>
        )}
        {lead}
        <div id={id} className={cx('group/filters contents', isMany && !open && 'is-closed')}>
          {children}
        </div>
        {tools}
      </div>
    </div>
  );
}

type FilterProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The options of a select; without them, a field of this type. */
  children?: ReactNode;
  type?: 'date' | 'month';
  min?: string | undefined;
  max?: string | undefined;
};

/** One filter, its value changed in place; once it is set, a button removes it. */
export function Filter({ label, value, onChange, children, ...field }: FilterProps) {
  const id = useId();
  const look =
    'min-h-9 min-w-0 max-w-44 rounded-md bg-transparent ps-1 pe-1 font-semibold text-text text-sm pointer-coarse:min-h-11';
  return (
    <div
      className={cx(
        'flex min-w-0 items-center rounded-md border bg-surface ps-2.5 text-sm',
        value ? 'border-brand' : 'border-field-border group-[.is-closed]/filters:hidden',
      )}
    >
      <label htmlFor={id} id={`${id}-label`} className="shrink-0 text-muted">
        {label}
      </label>
      {children ? (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={look}>
          {children}
        </select>
      ) : (
        <input
          {...field}
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={look}
        />
      )}
      {value && <RemoveFilter of={`${id}-label`} onRemove={() => onChange('')} />}
    </div>
  );
}

type RemoveFilterProps = { of: string; onRemove: () => void };

/** Goes with its filter, so the focus moves to the button that shows the filter again, or to the filter that stays. */
function RemoveFilter({ of, onRemove }: RemoveFilterProps) {
  return (
    <button
      type="button"
      aria-label="Remove filter"
      aria-describedby={of}
      onClick={({ currentTarget }) => {
        const button = currentTarget
          .closest('[data-filters]')
          ?.querySelector<HTMLElement>('[data-more-filters]');
        (button ?? currentTarget.parentElement?.querySelector<HTMLElement>('select, input'))?.focus();
        onRemove();
      }}
      className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:text-text pointer-coarse:size-11"
    >
      <X className="size-4" />
    </button>
  );
}
