import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from './ExternalLink.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { repositoriesQuery } from './profile.queries.ts';

export function Repositories({ username }: { username: string }) {
  const { data = [] } = useQuery(repositoriesQuery(username));
  if (data.length === 0) return null;
  return (
    <ProfileSection title="GitHub repositories">
      <ul className="grid gap-4">
        {data.map(({ id, name, html_url, description, ...counts }) => (
          <li key={id} className="wrap-anywhere grid gap-1">
            <p className="font-semibold">
              <ExternalLink address={html_url}>{name}</ExternalLink>
            </p>
            {description && <p dir="auto">{description}</p>}
            <p className="text-muted text-sm">
              Stars {counts.stargazers_count} · Watchers {counts.watchers_count} · Forks {counts.forks_count}
            </p>
          </li>
        ))}
      </ul>
    </ProfileSection>
  );
}
