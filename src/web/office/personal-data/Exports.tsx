import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/dates.ts';
import type { DataExport } from '../../../shared/personal-data/personal-data.contract.ts';
import { warn } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { download } from '../files/download.ts';
import { Loaded } from '../page/Loaded.tsx';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { exportsQuery, fetchExport, useRequestExport } from './personal-data.queries.ts';

/** Asks for the data of this address, and lists what was asked for about it. */
export function Exports({ email, own = false }: { email: string; own?: boolean }) {
  const query = useQuery(exportsQuery);
  const request = useRequestExport();
  return (
    <div className="grid w-full grid-cols-1 justify-items-start gap-4">
      <Button
        variant="secondary"
        pending={request.isPending}
        onClick={() =>
          request.mutate(own ? undefined : email, {
            onError: ({ message }) => warn(`We couldn't start the export. Try again. ${message}`),
          })
        }
      >
        {own ? 'Export my data' : 'Export their data'}
      </Button>
      <div className="w-full">
        <Loaded query={query} what="The list of exports" skeleton={<Skeleton className="h-12" />}>
          {(all) => {
            const about = all.filter((each) => each.email === email);
            return (
              about.length > 0 && (
                <ul aria-label="Exports" data-list="" className="grid grid-cols-1 gap-3">
                  {about.map((each) => (
                    <ExportLine key={each._id} of={each} />
                  ))}
                </ul>
              )
            );
          }}
        </Loaded>
      </div>
    </div>
  );
}

function ExportLine({ of: { _id, state, progress, bytes, date, expires } }: { of: DataExport }) {
  const day = formatDay(date);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
      {state === 'done' && (
        <>
          <span>
            Of {day}, {sizeOf(bytes)}, until {formatDay(expires)}
          </span>
          <Download id={_id} label={`Download the export of ${day}`} />
        </>
      )}
      {state === 'failed' && <span className="text-error">The export of {day} failed. Start a new one.</span>}
      {(state === 'waiting' || state === 'running') && (
        <span role="status" className="grid w-full gap-2">
          We're preparing it and will email you when it's ready.
          <progress
            value={progress}
            max={1}
            aria-label="Export progress"
            className="h-2 w-full accent-brand"
          />
        </span>
      )}
    </li>
  );
}

function Download({ id, label }: { id: string; label: string }) {
  const save = useSingleMutation({
    mutationFn: () => fetchExport(id),
    onSuccess: ({ filename, file }) => download(filename, file),
    onError: ({ message }) => warn(`We couldn't download it. Try again. ${message}`),
  });
  return (
    <Button size="sm" pending={save.isPending} aria-label={label} onClick={() => save.mutate()}>
      Download
    </Button>
  );
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${Math.round(bytes / 1_000_000)} MB`;
