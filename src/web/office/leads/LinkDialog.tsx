import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { FieldError } from '../../ui/Field.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { LinkList } from './LinkList.tsx';
import { foundLeadsQuery } from './leads.queries.ts';

export const LinkDialog = ({ lead, open, onClose }: { lead: Lead; open: boolean; onClose: () => void }) => (
  <LazyDialog
    open={open}
    onClose={onClose}
    title="Link with another lead"
    description="The list shows both as one. Each keeps its own notes and history. You can unlink them at any time."
  >
    <LinkSearch lead={lead} onLinked={onClose} />
  </LazyDialog>
);

function LinkSearch({ lead, onLinked }: { lead: Lead; onLinked: () => void }) {
  const [search, setSearch] = useState(lead.lastName);
  const found = useQuery(foundLeadsQuery(search.trim()));
  const others = found.data?.filter(({ _id }) => _id !== lead._id) ?? [];
  return (
    <div className="grid gap-4">
      <TableSearch label="Search for the other lead" value={search} onChange={setSearch} />
      {found.isSuccess && others.length === 0 && <p role="status">No other leads match.</p>}
      <LinkList id={lead._id} others={others} call="link" onLinked={onLinked} />
      <span role="alert" className="empty:hidden">
        {found.error && <FieldError>{found.error.message}</FieldError>}
      </span>
    </div>
  );
}
