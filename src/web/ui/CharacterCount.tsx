import { cx } from './cx.ts';

/** For a field's `aside`; turns to the error color beyond the limit. */
export function CharacterCount({ length, limit }: { length: number; limit: number }) {
  return (
    <span className={cx('text-xs', length > limit ? 'font-semibold text-error' : 'text-muted')}>
      {length.toLocaleString('en-US')}
      <span aria-hidden="true"> / </span>
      <span className="sr-only"> of </span>
      {limit.toLocaleString('en-US')}
      <span className="sr-only"> characters</span>
    </span>
  );
}
