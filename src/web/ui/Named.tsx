import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type NamedProps = {
  name: string;
  /** A link or a text. */
  children: ReactNode;
  /** Stands before the name, such as a box to select it. */
  before?: ReactNode;
  marks?: ReactNode;
  /** Belongs to the name and needs no column of its own; `below` is its tooltip. */
  under?: ReactNode;
  below?: string;
  /** Takes what is left, for a text such as an address. */
  wide?: boolean;
};

/**
 * The name of a row, with room for 28 characters. What stands under it is next to it in low rows, and only there where
 * that leaves the other columns enough.
 */
export const Named = ({ name, children, before, marks, under, below, wide = false }: NamedProps) => (
  <span className={cx('flex items-center gap-3', wide && 'is-wide')}>
    {before}
    <span className="list-named">
      <span className="flex min-w-0 items-center gap-x-2">
        {/* The link itself is cut, so that all of it can be pressed. */}
        <span title={name} className="list-name">
          {children}
        </span>
        {marks}
      </span>
      {under && (
        <span title={below} className="list-under">
          {under}
        </span>
      )}
    </span>
  </span>
);
