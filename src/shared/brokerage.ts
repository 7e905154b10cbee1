/** Who the site speaks for. All of it is configuration (docs/product.md P1.2). */
export interface Brokerage {
  name: string;
  legalName: string;
  /** DRE licence number, 8 digits; Californian advertising rules want it on every page. */
  license: string;
  phone: string;
  email: string;
  address: string;
  /** Public address of the site without a trailing slash. */
  baseUrl: string;
  social: { name: string; url: string }[];
}
