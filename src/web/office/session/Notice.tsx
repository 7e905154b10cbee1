import { type ReactNode, useEffect, useRef } from 'react';
import { brokerageName } from '../brokerage-name.ts';

/** A page without the shell around it, for when there is nobody to show the shell to. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brokerageName}`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className="mx-auto grid max-w-form gap-6 px-5 py-24">
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {children}
    </main>
  );
}
