import { Link } from 'react-router';
import { cx } from '../../ui/cx.ts';

export interface Figure {
  label: string;
  /** The list that it counts. */
  to: string;
  now: string;
  note: string;
}

/** Characters that a phone has room for in the large letters. */
const fitting = 8;

export const FigureList = ({ figures }: { figures: Figure[] }) => (
  <ul className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 lg:grid-cols-4 print:grid-cols-4">
    {figures.map(({ label, to, now, note }) => (
      <li
        key={label}
        className="wrap-anywhere relative grid content-start gap-1 rounded-lg border border-line bg-surface p-4"
      >
        <Link
          to={to}
          className="text-brand text-sm underline underline-offset-4 after:absolute after:inset-0 after:rounded-lg hover:text-brand-hover"
        >
          {label}
        </Link>
        <strong
          className={cx(
            'font-display font-medium text-2xl leading-tight max-[24rem]:text-lg',
            now.length > fitting && 'max-sm:text-lg',
          )}
        >
          {now}
        </strong>
        {note && <span className="text-muted text-sm">{note}</span>}
      </li>
    ))}
  </ul>
);
