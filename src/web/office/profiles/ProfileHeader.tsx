import type { ReactNode } from 'react';
import { shownEmail } from '../../../shared/email-address.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import type { Profile } from '../../../shared/profiles/profiles.contract.ts';
import { socialNetworks } from '../../../shared/profiles/social-address.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { ExternalLink } from './ExternalLink.tsx';
import { LicenseNumber } from './LicenseNumber.tsx';
import { labels } from './profile-form.ts';
import { statusLabel } from './status-labels.ts';
import { verifiedLabel } from './verified-label.ts';

export function ProfileHeader({ profile }: { profile: Profile }) {
  const { user, image_id, status, company, location } = profile;
  return (
    <div className="wrap-anywhere grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-5 gap-y-4 sm:grid-rows-[auto_1fr] sm:gap-x-6">
      <div className="sm:row-span-2">
        <Portrait name={user.name} image_id={image_id} size={96} />
      </div>
      <div>
        <p className="text-lg">{statusLabel(status)}</p>
        {company && (
          <p>
            <bdi>{company}</bdi>
          </p>
        )}
        {location && (
          <p className="text-muted">
            <bdi>{location}</bdi>
          </p>
        )}
      </div>
      <Facts profile={profile} />
    </div>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { website, phone, dial, email, license, licenseVerified, serviceAreas, languages, social } = profile;
  const networks = socialNetworks.flatMap((network) => {
    const address = social[network];
    return address ? [{ network, address }] : [];
  });
  return (
    <dl className="col-span-2 grid gap-3 empty:hidden sm:col-span-1 sm:col-start-2 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-2">
      {phone && <Fact label="Phone">{dial ? <a href={dial}>{phone}</a> : phone}</Fact>}
      {email && (
        <Fact label="Email">
          <a href={mailtoHref(email)}>{shownEmail(email)}</a>
        </Fact>
      )}
      {website && (
        <Fact label="Website">
          <span className="line-clamp-2">
            <ExternalLink address={website} />
          </span>
        </Fact>
      )}
      {networks.length > 0 && (
        <Fact label="Social networks">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {networks.map(({ network, address }) => (
              <li key={network}>
                <ExternalLink address={address}>{labels[network]}</ExternalLink>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {serviceAreas.length > 0 && (
        <Fact label="Service areas">
          <bdi>{serviceAreas.join(', ')}</bdi>
        </Fact>
      )}
      {languages.length > 0 && (
        <Fact label="Languages">
          <bdi>{languages.join(', ')}</bdi>
        </Fact>
      )}
      {license && (
        <Fact label="License">
          <LicenseNumber number={license} />
          {licenseVerified && (
            <span className="block text-muted text-sm">
              Verified {verifiedLabel({ verified: licenseVerified })}
            </span>
          )}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="sm:contents">
    <dt className="text-muted text-sm sm:leading-6">{label}</dt>
    <dd>{children}</dd>
  </div>
);
