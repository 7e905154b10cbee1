import type { EntryAnswer } from '../../../shared/closings/closing-answers.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Section } from '../page/Section.tsx';
import { factsOf } from './closing-labels.ts';

interface ClosingFactsProps {
  entry: EntryAnswer;
  nameOf: (user: string) => string;
}

/** The report of a closing as labels and values. */
export function ClosingFacts({ entry, nameOf }: ClosingFactsProps) {
  const facts = factsOf(entry, nameOf).filter(({ text }) => text !== '');
  return (
    <Section title="As reported">
      <Facts>
        {facts.map(({ label, text }) => (
          <Fact key={label} name={label}>
            {label === 'File' ? (
              <a href={text} target="_blank" rel="noreferrer">
                {text}
              </a>
            ) : (
              <span className="whitespace-pre-wrap">{text}</span>
            )}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

/** Points to look at that stop nothing. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.map((warning) => (
    <p key={warning} className="wrap-anywhere rounded-md bg-sand px-4 py-3">
      {warning}.
    </p>
  ));
