import { shownEmail } from '../email-address.ts';
/** Identity of the site, as configured or as an admin has saved it (docs/product.md P1.2, P7.14). */
export interface Brokerage {
  name: string;
  legalName: string;
  /** DRE license number, 8 digits, which California requires on every page. */
  license: string;
  phone: string;
  email: string;
  address: string;
  /** In the office's words; empty when not shown. */
  hours: string;
  /** An image of the kind logo. */
  logo_id: string | null;
  /** Without a trailing slash. */
  baseUrl: string;
  social: { name: string; url: string }[];
}

/** As pages show it. */
export interface ShownBrokerage extends Brokerage {
  /** The tel: address of the first number in `phone`; undefined for none. */
  dial: string | undefined;
}

/** The lines below every email: who writes, with license and postal address. */
export const signatureOf = (
  brokerage: Pick<Brokerage, 'legalName' | 'license' | 'address' | 'phone' | 'email'>,
): string[] => [
  brokerage.legalName,
  `DRE license ${brokerage.license}`,
  brokerage.address,
  `${brokerage.phone} · ${shownEmail(brokerage.email)}`,
];
