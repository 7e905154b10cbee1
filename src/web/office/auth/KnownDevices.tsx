import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '../../../shared/auth/own-sessions.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { ownDevicesQuery, useForgetDevice } from './account.queries.ts';

export function KnownDevices() {
  const query = useQuery(ownDevicesQuery);
  return (
    <div className="w-full">
      <Loaded query={query} what="Your devices" skeleton={<Skeleton className="h-20" />}>
        {(devices) =>
          devices.length > 0 ? (
            <ul
              data-list=""
              aria-label="Known devices"
              className="grid w-full divide-y divide-line rounded-lg border border-line"
            >
              {devices.map((device) => (
                <Item key={device._id} device={device} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">No known devices yet. This one is added the next time you sign in.</p>
          )
        }
      </Loaded>
    </div>
  );
}

function Item({ device }: { device: OwnSession }) {
  const forget = useForgetDevice();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          {device.device}
          {device.current && (
            <span className="rounded-md bg-sand px-2 py-0.5 text-sm text-text">This device</span>
          )}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {device.address} · last signed in <RelativeTime iso={device.lastUsed} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Forget: ${device.device}, ${device.address}`}
        pending={forget.isPending}
        onClick={() => forget.mutate(device)}
      >
        Forget
      </Button>
      <div role="alert" className="basis-full empty:hidden">
        {forget.error && (
          <FieldError>We couldn't remove this device. Try again. {forget.error.message}</FieldError>
        )}
      </div>
    </li>
  );
}
