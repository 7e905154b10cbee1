import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/dates.ts';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { stateLabels } from './agreement-labels.ts';
import { agreementPdf, agreementsOfQuery } from './agreements.queries.ts';

/** On a member's page; nothing for one who has signed none online. */
export function AgreementsOf({ userId }: { userId: string }) {
  const { data: agreements = [] } = useQuery(agreementsOfQuery(userId));
  if (agreements.length === 0) return null;
  return (
    <section aria-labelledby="agreements" className="grid grid-cols-1 gap-3">
      <h2 id="agreements" className="text-xl">
        Agreements
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {agreements.map(({ _id, version, state, signed }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3"
          >
            <span>
              Version {version}, signed {formatDay(signed.date)}: {stateLabels[state].toLowerCase()}
            </span>
            <DownloadButton label="PDF" what="The agreement" read={() => agreementPdf(_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
