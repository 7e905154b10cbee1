import type { Brokerage } from '../../../shared/brokerage.ts';

export function PrivacyPage({ brokerage }: { brokerage: Brokerage }) {
  return <h1>Privacy {brokerage.name}</h1>;
}
