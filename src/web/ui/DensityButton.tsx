import Rows3 from 'lucide-react/icons/rows-3';
import Rows4 from 'lucide-react/icons/rows-4';
import { Button } from './Button.tsx';
import { setCompactRows, useCompactRows } from './density.ts';

/** Cards have no rows to make lower: render it inside the table's container. */
export function DensityButton() {
  const compact = useCompactRows();
  const Icon = compact ? Rows4 : Rows3;
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Compact rows"
      aria-pressed={compact}
      title={compact ? 'Show comfortable rows' : 'Show compact rows'}
      onClick={() => setCompactRows(!compact)}
      className="hidden @table:inline-flex"
    >
      <Icon className="size-5" />
    </Button>
  );
}
