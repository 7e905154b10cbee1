import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const stepClass =
  'group flex min-h-20 items-center gap-4 border-line border-t py-4 text-text no-underline hover:text-brand';

type NextStepProps = { to: string; icon: ReactNode; title: string; children: ReactNode };

export function NextStep({ to, icon, title, children }: NextStepProps) {
  const inside = (
    <>
      <span className="shrink-0 text-brand">{icon}</span>
      <span className="grid grow gap-1">
        <span className="font-display text-xl leading-tight">{title}</span>
        <span className="text-muted">{children}</span>
      </span>
      <ArrowRight className="size-5 shrink-0 text-muted transition-transform group-hover:translate-x-1" />
    </>
  );
  return (
    <li>
      {to === '/' ? (
        <a href={to} className={stepClass}>
          {inside}
        </a>
      ) : (
        <Link to={to} className={stepClass}>
          {inside}
        </Link>
      )}
    </li>
  );
}
