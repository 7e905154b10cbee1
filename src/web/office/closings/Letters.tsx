import { type ReactNode, useId } from 'react';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { letterLabels } from './closing-labels.ts';

interface LettersProps {
  letters: OwnClosing['letters'];
  read: (number: number) => Promise<{ filename: string; file: Blob }>;
  /** A notice that waits to be sent, for the office. */
  notice?: (number: number) => ReactNode;
  /** For the office: a letter whose email failed. */
  again?: (letter: OwnClosing['letters'][number]) => ReactNode;
}

/** Numbered letters, notices and invoices; one that is not drawn yet is drawn for who opens it. */
export function Letters({ letters, read, notice, again }: LettersProps) {
  const heading = useId();
  if (letters.length === 0) return null;
  const wasSent = (wanted: number | null) => letters.some(({ number, sent }) => number === wanted && sent);
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-xl">
        Letters
      </h2>
      <ul aria-labelledby={heading} className="grid grid-cols-1 gap-3">
        {letters.map((letter) => {
          const { number, kind, date, by, sent, withdrawn, withdraws, failedEmail } = letter;
          return (
            <li
              key={number}
              className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4"
            >
              <div className="wrap-anywhere grid min-w-0 gap-1">
                <span className="font-semibold">
                  {letterLabels[kind]} {number}
                  {withdraws !== null && `, withdraws ${withdraws}`}
                </span>
                <span className="text-muted text-sm">
                  {formatDateTime(date)}, {by}
                </span>
                {sent && <span className="text-sm">Sent {formatDateTime(sent)}</span>}
                {failedEmail && <span className="text-error text-sm">The email to {failedEmail} failed</span>}
                {withdrawn && (
                  <span className="text-error text-sm">
                    Withdrawn by notice {withdrawn.notice}: {withdrawn.reason}
                  </span>
                )}
              </div>
              {failedEmail && again?.(letter)}
              {!sent && wasSent(withdraws) && notice?.(number)}
              <DownloadButton
                label={`Download ${kind === 'notice' ? 'notice' : kind === 'letter' ? 'letter' : 'invoice'} ${number}`}
                what="The letter"
                read={() => read(number)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
