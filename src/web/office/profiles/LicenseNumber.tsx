import { licenseCheckUrl } from '../../../shared/licenses/license-number.ts';

/** The number as California's advertising rules want it, with a link to the public register. */
export const LicenseNumber = ({ number }: { number: string }) => (
  <span className="whitespace-nowrap">
    <a href={licenseCheckUrl(number)} target="_blank" rel="noopener noreferrer">
      DRE #{number}
      <span className="sr-only"> in the state's public record (opens in a new tab)</span>
    </a>
  </span>
);
