import { logoUrl } from '../../../shared/images/images.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { Mark } from './Mark.tsx';

/** Decorative: the name stands next to it. */
export function Logo({ brokerage: { logo_id } }: { brokerage: Brokerage }) {
  if (!logo_id) return <Mark className="size-7 shrink-0" />;
  return <img src={logoUrl(logo_id, 96)} alt="" width={28} height={28} className="size-7 shrink-0" />;
}
