import { cx } from './cx.ts';

/** How much of a limit is used; turns to the error colour beyond it. For a field's `aside`. */
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
