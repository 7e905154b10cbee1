import type { Question } from '../../../shared/site/site-content.ts';
import { Section } from './Section.tsx';

/** Absent while there are none. */
export function Questions({ questions }: { questions: Question[] }) {
  if (questions.length === 0) return null;
  return (
    <Section id="questions" heading="Questions and answers" className="bg-sand">
      <div className="mt-8 max-w-measure border-field-border border-b">
        {questions.map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and questions may repeat
          <details key={index} className="question wrap-anywhere border-field-border border-t">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 font-semibold">
              {question}
              <svg viewBox="0 0 16 16" className="question-arrow size-4 shrink-0" aria-hidden="true">
                <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </summary>
            <p className="running whitespace-pre-line pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
