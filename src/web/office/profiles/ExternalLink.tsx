import type { ReactNode } from 'react';
import { isWebAddress } from '../../../shared/web-address.ts';

type ExternalLinkProps = {
  address: string;
  children?: ReactNode;
};

/** A member's link. A value that is no web address, such as one from an older system, stays text. */
export function ExternalLink({ address, children }: ExternalLinkProps) {
  const text = children ?? address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!isWebAddress(address)) return text;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
