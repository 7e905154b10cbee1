import { Link } from 'react-router';
import type { DirectoryEntry } from '../../../shared/profiles/profiles.contract.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { Chips } from './Chips.tsx';
import { statusLabel } from './status-labels.ts';

export function MemberCard({ user, image_id, status, company, location, skills, ...rest }: DirectoryEntry) {
  const place = [company, location].filter(Boolean).join(' · ');
  return (
    <li className="wrap-anywhere relative grid content-start gap-4 rounded-lg border border-line bg-surface p-4 hover:border-brand has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-brand">
      <div className="flex items-start gap-4">
        <Portrait name={user.name} image_id={image_id} size={56} />
        <div className="min-w-0">
          <h2 className="line-clamp-3 font-sans font-semibold text-base leading-normal tracking-normal">
            <Link
              to={`/profile/${user._id}`}
              dir="auto"
              translate="no"
              className="text-text no-underline outline-none after:absolute after:inset-0 after:rounded-lg"
            >
              {user.name}
            </Link>
          </h2>
          <p className="text-sm">{statusLabel(status)}</p>
          {rest.license && <p className="text-muted text-sm">DRE #{rest.license}</p>}
          {place && (
            <p className="line-clamp-3 text-muted text-sm">
              <bdi>{place}</bdi>
            </p>
          )}
        </div>
      </div>
      <Chips label={`Skills of ${user.name}`} items={skills} max={4} />
      <div className="grid gap-1 empty:hidden">
        <Areas label="Works in" items={rest.serviceAreas} />
        <Areas label="Speaks" items={rest.languages} />
      </div>
    </li>
  );
}

function Areas({ label, items }: { label: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <p className="line-clamp-2 text-muted text-sm">
      {label} <bdi>{items.join(', ')}</bdi>
    </p>
  );
}
