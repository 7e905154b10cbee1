import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { as } from './tableRoles.ts';

type TableHeadProps = {
  children: ReactNode;
  actionsClass?: string | undefined;
  hasActions: boolean;
  dense: boolean;
};

/** Stays below the top bar while a long table scrolls; above cards, only for screen readers. */
export const TableHead = ({ children, hasActions, actionsClass, dense }: TableHeadProps) => (
  <thead
    {...as.rowgroup}
    className="block @table:sticky @table:top-(--bar-top) @table:z-10 @table:table-header-group @table:bg-ground"
  >
    <tr {...as.row} className={cx('@table:table-row block', dense ? '@table:h-10' : '@table:h-11')}>
      {children}
      {hasActions && (
        <th {...as.columnheader} scope="col" className={actionsClass}>
          <span className="sr-only">Actions</span>
        </th>
      )}
    </tr>
  </thead>
);
