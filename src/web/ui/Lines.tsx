import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Parts of a cell below one another; next to one another in cards, and in low rows where a list has the width. */
export const Lines = ({ children, end = false }: { children: ReactNode; end?: boolean }) => (
  <span
    className={cx(
      'flex flex-wrap gap-x-2 @table:flex-col @5xl:in-data-[density=compact]:flex-row @5xl:in-data-[density=compact]:flex-nowrap',
      end && '@table:items-end @5xl:in-data-[density=compact]:justify-end',
    )}
  >
    {children}
  </span>
);
