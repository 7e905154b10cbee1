import { useEffect, useId, useRef } from 'react';

/** Someone else saved first: what they changed. What was typed stays. */
export function ChangedNotice({ changes }: { changes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each conflict is announced
  useEffect(() => heading.current?.focus(), [changes]);
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-poppy-text bg-surface p-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        Someone else changed this closing
      </h2>
      {changes.length > 0 && (
        <ul className="wrap-anywhere grid list-disc gap-1 ps-6">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <p className="text-muted">What you typed is still here, not saved. Check it, then save again.</p>
    </section>
  );
}
