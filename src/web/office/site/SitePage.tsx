import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { SiteForm } from './SiteForm.tsx';
import { SiteNavigation } from './SiteNavigation.tsx';
import { SiteVersions } from './SiteVersions.tsx';
import { settingsQuery } from './site.queries.ts';

/** docs/product.md P7.14 */
export function SitePage() {
  const query = useQuery(settingsQuery);
  return (
    <Page title="Site" width="form">
      <SiteNavigation />
      <p className="text-muted">What visitors see about your brokerage. Changes go live when you save.</p>
      <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-96" />}>
        {(start) => <SiteForm key={start.etag} start={start} />}
      </Loaded>
      <SiteVersions />
    </Page>
  );
}
