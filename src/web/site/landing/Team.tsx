import type { TeamMember } from '../../../shared/site/site-content.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { enlivenedBy } from '../Island.tsx';

/** The people of the office, in the order of the settings; their pictures cost nothing before a visitor scrolls to them. */
export function Team({ team }: { team: TeamMember[] }) {
  const shown = team.filter(({ hidden }) => !hidden);
  if (shown.length === 0) return null;
  return (
    <ul
      className="mt-12 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:mt-16"
      aria-label="People"
      {...(shown.some(({ image_id }) => image_id) && enlivenedBy('team-pictures', 'visible'))}
    >
      {shown.map((member, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and names may repeat
        <Person key={index} {...member} />
      ))}
    </ul>
  );
}

function Person({ name, role, license, about, image_id }: TeamMember) {
  return (
    <li className="wrap-anywhere flex gap-5">
      {image_id ? (
        <span className="size-24 shrink-0 rounded-full bg-line">
          <noscript>
            <Portrait name={name} image_id={image_id} size={96} />
          </noscript>
        </span>
      ) : (
        <Portrait name={name} image_id={null} size={96} />
      )}
      <div className="min-w-0">
        <h3 className="text-xl leading-tight">{name}</h3>
        <p className="mt-1 text-muted text-sm">
          {role}
          {license && ` · DRE license ${license}`}
        </p>
        {about && <p className="running mt-2 text-muted">{about}</p>}
      </div>
    </li>
  );
}
