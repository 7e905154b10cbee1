import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { SiteForm } from './SiteForm.tsx';
import { SiteVersions } from './SiteVersions.tsx';
import { settingsQuery } from './site.queries.ts';

/** docs/product.md P7.14 */
export function SitePage() {
  const query = useQuery(settingsQuery);
  return (
    <Page title="Site" narrow>
      <p className="text-muted">
        What visitors see of the brokerage. A change is on every page as soon as it is saved. The fees are
        part of the contract and are not changed here.
      </p>
      <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-96" />}>
        {(start) => <SiteForm key={start.etag} start={start} />}
      </Loaded>
      <SiteVersions />
    </Page>
  );
}
