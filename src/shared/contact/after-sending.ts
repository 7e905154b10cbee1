/** Title of the page that answers an inquiry (docs/product.md P16.18). */
export const sentTitle = (brokerage: string): string => `What happens next · ${brokerage}`;

/** `calculation` as keptCalculation: it says nothing of a person; '' for none. */
export const sentAddress = (calculation: string): string =>
  `/contact?sent=1${calculation === '' ? '' : `&${calculation}`}`;
