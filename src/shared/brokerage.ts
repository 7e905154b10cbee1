/** Configured identity of the site (docs/product.md P1.2). */
export interface Brokerage {
  name: string;
  legalName: string;
  /** DRE licence number, 8 digits, which California requires on every page. */
  license: string;
  phone: string;
  email: string;
  address: string;
  /** Without a trailing slash. */
  baseUrl: string;
  social: { name: string; url: string }[];
}
