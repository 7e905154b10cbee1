import { findingWords } from '../../../shared/audit/audit-words.ts';
import type { ApplicationEvent } from '../../../shared/joining/joining-fields.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { applicationEventLabels } from '../leads/application-labels.ts';
import { Section } from '../page/Section.tsx';

export function ApplicationEvents({ events }: { events: ApplicationEvent[] }) {
  return (
    <Section title="History">
      <ol aria-label="History" className="grid grid-cols-1">
        {events.map(({ _id, kind, by, text, date, address, device }) => (
          <li key={_id} className="wrap-anywhere grid border-line border-s-2 pb-4 ps-4 last:pb-0">
            <span className="font-semibold">{applicationEventLabels[kind]}</span>
            {text && (
              <span className="whitespace-pre-wrap">
                {kind === 'license-checked' || kind === 'license-left-out' ? findingWords(text) : text}
              </span>
            )}
            <span className="text-muted text-sm">
              {by} · <RelativeTime iso={date} />
              {address && ` · ${address}`}
              {device && ` · ${device}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
