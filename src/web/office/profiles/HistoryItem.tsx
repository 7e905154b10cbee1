import type { Education, Experience } from '../../../shared/profiles/profiles.contract.ts';
import { periodLabel } from './periods.ts';

export const ExperienceItem = ({ title, company, location, ...rest }: Experience) => (
  <HistoryItem heading={title} place={[company, location]} {...rest} />
);

export const EducationItem = ({ school, degree, fieldofstudy, ...rest }: Education) => (
  <HistoryItem heading={degree} place={[school, fieldofstudy]} {...rest} />
);

type HistoryItemProps = Pick<Experience, 'from' | 'to' | 'current' | 'description'> & {
  heading: string;
  place: string[];
};

function HistoryItem({ heading, place, description, ...period }: HistoryItemProps) {
  const time = periodLabel(period);
  return (
    <div className="wrap-anywhere grid gap-1">
      <h3 className="font-sans font-semibold text-base leading-normal tracking-normal">
        <bdi>{heading}</bdi>
      </h3>
      <p>
        <bdi>{place.filter(Boolean).join(' · ')}</bdi>
      </p>
      {time && <p className="text-muted text-sm">{time}</p>}
      {description && (
        <p dir="auto" className="mt-1 max-w-measure whitespace-pre-line text-muted">
          {description}
        </p>
      )}
    </div>
  );
}
