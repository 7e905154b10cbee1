import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button.tsx';

/** First in the carousel, with Pause first, so that the keyboard can stop it at once. */
export function CarouselControls({ count }: { count: number }) {
  return (
    <div className="needs-script flex items-center gap-2 self-start">
      <Control action="pause" label="Pause testimonials">
        <path d="M9 6v12M15 6v12" className="when-playing" />
        <path d="M9 6v12l9-6z" className="when-paused" />
      </Control>
      <Control action="previous" label="Previous testimonial">
        <path d="m14 6-6 6 6 6" />
      </Control>
      <Control action="next" label="Next testimonial">
        <path d="m10 6 6 6-6 6" />
      </Control>
      <p className="ml-3 text-muted text-sm" aria-hidden="true">
        <span data-position>1</span> / {count}
      </p>
    </div>
  );
}

function Control({ action, label, children }: { action: string; label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-action={action}
      aria-label={label}
      className={buttonClass({ variant: 'secondary', size: 'icon' })}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        {children}
      </svg>
    </button>
  );
}
