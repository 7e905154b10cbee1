import { type ReactNode, useId } from 'react';

interface ChartCardProps {
  title: string;
  hint: string;
  children: ReactNode;
}

export function ChartCard({ title, hint, children }: ChartCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5 print:break-inside-avoid"
    >
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-muted text-sm">{hint}</p>
      </div>
      {children}
    </section>
  );
}
