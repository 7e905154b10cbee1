import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { licenseCheckUrl } from '../../../shared/licenses/license-number.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { CheckLicense } from './CheckLicense.tsx';
import { ComplianceNavigation } from './ComplianceNavigation.tsx';
import { checkQuery } from './compliance.queries.ts';
import { filePath } from './paths.ts';

/** One license after another: open the public record, then say what it shows. */
export function ChecksPage() {
  const [skip, setSkip] = useState(0);
  const query = useQuery(checkQuery(skip));
  return (
    <Page title="License checks" width="form">
      <ComplianceNavigation />
      <p className="max-w-measure text-muted">
        Open each license in the state's public record and note whether it's as expected.
      </p>
      <Loaded query={query} what="The license to check" skeleton={<Skeleton className="h-72" />}>
        {({ remaining, member }) =>
          member ? (
            <section
              aria-labelledby="to-check"
              className="grid grid-cols-1 gap-5 rounded-lg border border-line p-5"
            >
              <div className="grid gap-1">
                <p role="status" className="text-muted text-sm">
                  {remaining === 1 ? '1 license to check' : `${remaining} licenses to check`}
                </p>
                <h2 id="to-check" className="wrap-anywhere text-xl">
                  <Link translate="no" to={filePath(member._id)}>
                    {member.name}
                  </Link>
                </h2>
                <p className="tabular-nums">DRE #{member.number}</p>
              </div>
              <div>
                <ButtonLink
                  variant="secondary"
                  href={licenseCheckUrl(member.number)}
                  target="_blank"
                  rel="noopener noreferrer"
                >
                  Open the public record<span className="sr-only"> (opens in a new tab)</span>
                </ButtonLink>
              </div>
              <CheckLicense
                key={member._id}
                id={member._id}
                number={member.number}
                expires={member.expires}
                brokerage={member.brokerage}
                seen={member.seen}
                byKey
              />
              {remaining > skip + 1 && (
                <div>
                  <Button variant="quiet" onClick={() => setSkip(skip + 1)} className="-ms-3">
                    Check later
                  </Button>
                </div>
              )}
            </section>
          ) : (
            <EmptyState
              action={
                skip > 0 && (
                  <Button variant="secondary" onClick={() => setSkip(0)}>
                    Show those left for later
                  </Button>
                )
              }
            >
              {remaining > 0 ? 'Only licenses left for later.' : 'All licenses are checked.'}
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}
