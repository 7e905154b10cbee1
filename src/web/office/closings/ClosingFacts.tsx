import { useId } from 'react';
import type { EntryAnswer } from '../../../shared/closing-answers.ts';
import { factsOf } from './closing-labels.ts';

interface ClosingFactsProps {
  entry: EntryAnswer;
  nameOf: (user: string) => string;
}

/** The report of a closing as labels and values. */
export function ClosingFacts({ entry, nameOf }: ClosingFactsProps) {
  const heading = useId();
  const facts = factsOf(entry, nameOf).filter(({ text }) => text !== '');
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-xl">
        As reported
      </h2>
      <dl className="grid gap-x-6 sm:grid-cols-[9rem_1fr] sm:gap-y-2">
        {facts.map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-muted max-sm:mt-2 max-sm:text-sm">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {label === 'File' ? (
                <a href={text} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
