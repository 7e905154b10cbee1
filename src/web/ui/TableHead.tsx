import type { ReactNode } from 'react';
import { as } from './tableRoles.ts';

type TableHeadProps = { children: ReactNode; actionsClass?: string | undefined; hasActions: boolean };

/** Stays below the top bar while a long table scrolls; above cards, only for screen readers. */
export const TableHead = ({ children, hasActions, actionsClass }: TableHeadProps) => (
  <thead
    {...as.rowgroup}
    className="sr-only @table:not-sr-only @table:sticky! @table:top-(--bar-top) @table:z-10 @table:table-header-group @table:bg-ground"
  >
    <tr {...as.row} className="@table:h-11">
      {children}
      {hasActions && (
        <th {...as.columnheader} scope="col" className={actionsClass}>
          <span className="sr-only">Actions</span>
        </th>
      )}
    </tr>
  </thead>
);
