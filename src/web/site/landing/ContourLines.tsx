import { cx } from '../../ui/cx.ts';
import { contourLines, indexLine } from './contours.ts';

/** Other bands reuse the drawing for a few bytes: see ContourLinesAgain. */
export function ContourLines({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 720 480"
      preserveAspectRatio="xMaxYMid slice"
      className={cx('contours', className)}
      aria-hidden="true"
    >
      <g id="contours">
        <path d={contourLines.join('')} />
        <path d={indexLine} className="contour-index" />
      </g>
    </svg>
  );
}

export function ContourLinesAgain({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 120 720 240"
      preserveAspectRatio="xMaxYMid slice"
      className={cx('contours', className)}
      aria-hidden="true"
    >
      <use href="#contours" />
    </svg>
  );
}
