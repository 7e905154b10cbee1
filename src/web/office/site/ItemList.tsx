import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Keyed } from './site-form.ts';

type ItemListProps<T> = {
  items: Keyed<T>[];
  onChange: (items: Keyed<T>[]) => void;
  /** "Person" becomes "Add person" and "Move up person 2". */
  what: string;
  max: number;
  create: () => Keyed<T>;
  empty: string;
  children: (item: Keyed<T>, set: (part: Partial<T>) => void, index: number) => ReactNode;
};

/** Items in an order that the admin changes. */
export function ItemList<T>({ items, onChange, what, max, create, empty, children }: ItemListProps<T>) {
  const add = useRef<HTMLButtonElement>(null);
  const name = what.toLowerCase();

  function move(at: number, by: number): void {
    const next = [...items];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    onChange(next);
  }

  const which = (index: number) => <span className="sr-only">{` ${name} ${index + 1}`}</span>;

  return (
    <div className="grid grid-cols-1 justify-items-start gap-5">
      {items.length === 0 && <p className="text-muted">{empty}</p>}
      {items.map((item, index) => (
        <fieldset
          key={item.key}
          className="grid w-full min-w-0 grid-cols-1 gap-4 rounded-lg border border-line p-4"
        >
          <legend className="px-1 font-semibold">
            {what} {index + 1}
          </legend>
          {children(
            item,
            (part) => onChange(items.map((each) => (each.key === item.key ? { ...each, ...part } : each))),
            index,
          )}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              size="sm"
              // Not disabled, so that it keeps the focus at an end.
              aria-disabled={index === 0}
              className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
              onClick={() => index > 0 && move(index, -1)}
            >
              Move up
              {which(index)}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={index === items.length - 1}
              className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
              onClick={() => index < items.length - 1 && move(index, 1)}
            >
              Move down
              {which(index)}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                onChange(items.filter(({ key }) => key !== item.key));
                add.current?.focus();
              }}
            >
              Remove
              {which(index)}
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        ref={add}
        variant="secondary"
        aria-disabled={items.length >= max}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => items.length < max && onChange([...items, create()])}
      >
        Add {name}
      </Button>
    </div>
  );
}
