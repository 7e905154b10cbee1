import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Parts of a cell below one another; next to one another in low rows and in cards. */
export const Lines = ({ children, end = false }: { children: ReactNode; end?: boolean }) => (
  <span
    className={cx(
      'flex flex-wrap gap-x-2 @table:flex-col @table:in-data-[density=compact]:flex-row @table:in-data-[density=compact]:flex-nowrap',
      end && '@table:items-end @table:in-data-[density=compact]:justify-end',
    )}
  >
    {children}
  </span>
);
