import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { Children, type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

type FilterBarProps = {
  search?: ReactNode;
  /** Each is a `Filter`. Several hide behind a button; those that are set stay. */
  children?: ReactNode;
  /** Stands behind the filters, such as folders. */
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
        {search && <div className="filter-search min-w-0 grow basis-48 @table:max-w-72">{search}</div>}
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
        <div id={id} className={cx('contents', isMany && !open && 'filters-closed')}>
          {children}
        </div>
        {lead}
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
  return (
    <div className={cx('filter', value && 'is-set')}>
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {children ? (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
          {children}
        </select>
      ) : (
        <input {...field} id={id} value={value} onChange={({ target }) => onChange(target.value)} />
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
      className="grid aspect-square shrink-0 place-items-center rounded-md text-muted hover:text-text"
    >
      <X className="size-4" />
    </button>
  );
}
