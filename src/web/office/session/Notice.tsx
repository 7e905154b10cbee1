import { type ReactNode, useEffect, useRef } from 'react';
import { brokerageIcon, brokerageName } from '../page/brokerage-name.ts';

/** A page without the shell, for when no user is signed in. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brokerageName}`;
    heading.current?.focus();
  }, [title]);
  return (
    <main className="mx-auto grid max-w-form gap-6 px-5 py-16">
      <p className="mb-6 flex items-center gap-2.5 font-display text-lg">
        <img src={brokerageIcon} alt="" width={28} height={28} />
        {brokerageName}
      </p>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      {children}
    </main>
  );
}
