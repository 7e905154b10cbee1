import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { warn } from '../../ui/alerts.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { download } from '../files/download.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { DueAction } from './DueDialog.tsx';
import { readInvoice } from './dues.queries.ts';

type DueMenuProps = { due: Due; onChoose: (action: DueAction) => void };

export function DueMenu({ due, onChoose }: DueMenuProps) {
  const invoice = useSingleMutation({
    mutationFn: () => readInvoice(due._id),
    onSuccess: ({ filename, file }) => download(filename, file),
    onError: ({ message }) => warn(`We couldn't download the invoice. ${message}`),
  });
  const isOpen = due.state === 'open' || due.state === 'overdue';
  const isKept = due.state === 'kept';
  const hasInvoice = due.invoice !== null || (isOpen && due.amount > 0);
  return (
    <Menu
      button={{
        variant: 'quiet',
        size: 'sm',
        'aria-label': `Actions for ${due.label} of ${due.member.name}`,
        className: '-ms-4 @table:ms-0 @table:px-2',
        children: (
          <>
            <span className="@table:hidden">Actions</span>
            <EllipsisVertical className="size-5" />
          </>
        ),
      }}
    >
      {isOpen && <MenuItem onSelect={() => onChoose('paid')}>Note as paid</MenuItem>}
      {isKept && due.amount > 0 && (
        <MenuItem onSelect={() => onChoose('credit')}>Note a payment as a credit</MenuItem>
      )}
      {hasInvoice && <MenuItem onSelect={() => invoice.mutate()}>Download the invoice</MenuItem>}
      <MenuItem onSelect={() => onChoose('history')}>Show its history</MenuItem>
      {isOpen && <MenuItem onSelect={() => onChoose('waive')}>Waive</MenuItem>}
      {!isOpen && !isKept && <MenuItem onSelect={() => onChoose('take-back')}>Open it again</MenuItem>}
      {isOpen && (
        <MenuItem danger onSelect={() => onChoose('void')}>
          Void
        </MenuItem>
      )}
    </Menu>
  );
}
