import { cx } from '../../ui/cx.ts';

/** A rating that was given, of five. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 100 20"
      className={cx('h-5 text-poppy-text', className)}
      fill="currentColor"
      role="img"
      aria-label={`Rated ${rating} of 5 stars`}
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <path
          key={star}
          d={`M${star * 20 - 10} 2l2.4 5.4 5.9.6-4.4 4 1.2 5.8-5.1-3-5.1 3 1.2-5.8-4.4-4 5.9-.6z`}
          opacity={star > rating ? 0.25 : undefined}
        />
      ))}
    </svg>
  );
}
