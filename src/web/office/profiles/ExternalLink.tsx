import type { ReactNode } from 'react';
import { isWebAddress } from '../../../shared/web-address.ts';

type ExternalLinkProps = {
  address: string;
  /** The address itself, without what every address has, where nothing else is said. */
  children?: ReactNode;
};

/** A member's link to elsewhere. What is no web address, from an older system say, stays text. */
export function ExternalLink({ address, children }: ExternalLinkProps) {
  const words = children ?? address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!isWebAddress(address)) return words;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
      {words}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
