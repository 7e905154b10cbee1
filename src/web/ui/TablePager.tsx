import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { type PageSize, pageSizes, parsePageSize } from './tableState.ts';

type TablePagerProps = {
  page: number;
  pageCount: number;
  size: PageSize;
  /** The number of the first shown row, from 1. */
  first: number;
  shown: number;
  total: number;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
};

export function TablePager({ page, pageCount, size, first, shown, total, onPage, onSize }: TablePagerProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-2 text-muted text-sm">
      <div className="flex items-center gap-2">
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          value={size}
          onChange={(event) => onSize(parsePageSize(event.target.value))}
          className="min-h-9 rounded-md border border-field-border bg-surface px-2 text-text pointer-coarse:min-h-11"
        >
          {pageSizes.map((each) => (
            <option key={each} value={each}>
              {each === 'all' ? 'All' : each}
            </option>
          ))}
        </select>
      </div>
      <p role="status">
        {first}–{first + shown - 1} of {total}
      </p>
      <div className="flex gap-1">
        <PageButton label="Previous page" to={page - 1} last={pageCount} onPage={onPage}>
          <ChevronLeft className="size-5" />
        </PageButton>
        <PageButton label="Next page" to={page + 1} last={pageCount} onPage={onPage}>
          <ChevronRight className="size-5" />
        </PageButton>
      </div>
    </div>
  );
}

type PageButtonProps = {
  label: string;
  to: number;
  last: number;
  onPage: (page: number) => void;
  children: ReactNode;
};

/** Not `disabled` at either end, which would lose the focus. */
function PageButton({ label, to, last, onPage, children }: PageButtonProps) {
  const exists = to >= 1 && to <= last;
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-label={label}
      aria-disabled={!exists}
      onClick={() => exists && onPage(to)}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      {children}
    </Button>
  );
}
