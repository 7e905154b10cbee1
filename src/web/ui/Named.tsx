import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type NamedProps = {
  name: string;
  /** A link or a text. */
  children: ReactNode;
  /** Stands before the name, such as a box to select it. */
  before?: ReactNode;
  marks?: ReactNode;
  /** What belongs to the name and needs no column of its own; its tooltip is `below`. */
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
  <span className={cx('flex items-center gap-3', wide && '@table:min-w-[14ch]')}>
    {before}
    <span
      className={cx(
        'flex min-w-0 grow flex-col gap-x-3 @4xl:in-data-[density=compact]:flex-row @4xl:in-data-[density=compact]:items-baseline',
        wide && '@table:w-0 @table:min-w-full',
      )}
    >
      <span className="flex min-w-0 items-center gap-x-2">
        <span
          title={name}
          className={cx('@max-table:line-clamp-2 min-w-0 @table:truncate', !wide && '@table:max-w-[28ch]')}
        >
          {children}
        </span>
        {marks}
      </span>
      {under && (
        <span
          title={below}
          className={cx(
            'min-w-0 truncate font-normal text-muted @table:max-w-[28ch]',
            !wide && '@4xl:@max-7xl:in-data-[density=compact]:hidden',
          )}
        >
          {under}
        </span>
      )}
    </span>
  </span>
);
