import type { Brokerage } from '../../../shared/site/brokerage.ts';

/** 24 x 24: the icon library has no brands. Keyed by the names of the settings. */
const drawings: Record<string, string> = {
  Facebook: 'M16.5 3.5H15a4 4 0 0 0-4 4V21M7.5 12h7.5',
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5zM12 8.25a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5zM16.9 7.1v.01',
  LinkedIn: 'M5.5 10v10M5.5 5v.01M10.5 20V10M10.5 14.5a4.25 4.25 0 0 1 8.5 0V20',
  'X (Twitter)': 'M4 4h4l12 16h-4zM19.5 4l-6.8 7.3M10.8 13.4 4.5 20',
  YouTube: 'M6.5 5.5h11a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-11a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4zM10 9v6l5-3z',
};

export function SocialLinks({ brokerage }: { brokerage: Brokerage }) {
  if (brokerage.social.length === 0) return null;
  return (
    <ul className="-ml-2.5 flex flex-wrap" aria-label="Social media">
      {brokerage.social.map(({ name, url }) => (
        <li key={url}>
          <a href={url} rel="noopener me" className="social-link">
            <span className="sr-only">
              {brokerage.name} on {name}
            </span>
            <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
              <path d={drawings[name] ?? fallback} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}

const fallback =
  'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5';
