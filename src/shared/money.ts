/** The most any amount may be: $1,000,000,000, in cents. Keeps every product below exact in a double. */
export const MAX_AMOUNT = 1_000_000_000_00;

/** 100%, in basis points (hundredths of a percent). */
export const MAX_RATE = 100_00;

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** Whether a value is whole cents from 0 to MAX_AMOUNT. */
export function isAmount(value: unknown): value is number {
  return isWhole(value, MAX_AMOUNT);
}

/** Whether a value is whole basis points from 0 to MAX_RATE. */
export function isRate(value: unknown): value is number {
  return isWhole(value, MAX_RATE);
}

/** Whether a value is a whole number from 0 to `most`; false for NaN, fractions and strings. */
export function isWhole(value: unknown, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

/** Basis points of an amount in cents, rounded half up to the cent. */
export function percentOf(amount: number, rate: number): number {
  return Math.round((amount * rate) / MAX_RATE);
}

/**
 * Cents from an amount as people type it ('$1,250,000.50', '850000', '.5'); undefined when it cannot be read or
 * is more than MAX_AMOUNT. Commas and spaces are ignored wherever they stand before the dot, because a live
 * field passes through '850,00' while somebody edits '850,000'.
 */
export function parseMoney(text: string): number | undefined {
  const [, whole, fraction] = /^\$?(\d[\d,]*)?(?:\.(\d{0,2}))?$/.exec(text.replace(/\s/g, '')) ?? [];
  return hundredths(whole?.replaceAll(',', ''), fraction, MAX_AMOUNT);
}

/**
 * Basis points from a percentage as people type it ('2.5', '2.5 %'); undefined when it cannot be read, is finer
 * than a basis point or is more than 100%. No commas: '2,5' read as 25% would be a costly surprise.
 */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction] = /^(\d+)?(?:\.(\d{0,2}))?%?$/.exec(text.replace(/\s/g, '')) ?? [];
  return hundredths(whole, fraction, MAX_RATE);
}

function hundredths(whole = '', fraction = '', max: number): number | undefined {
  if (whole === '' && fraction === '') return undefined;
  const value = Number(whole + fraction.padEnd(2, '0'));
  return value <= max ? value : undefined;
}

/** Cents as '$850,000', '$0.50' or '−$475': no cents when whole, a true minus sign for screen readers. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100).replace('-', '−');
}

/** Cents as '850,000', for a field that already shows the dollar sign. */
export function formatAmount(cents: number): string {
  return formatMoney(cents).replace('$', '');
}

/** Basis points as '2.5%'. */
export function formatPercent(rate: number): string {
  return percent.format(rate / MAX_RATE);
}

/** Cents or basis points as the shortest plain decimal ('850000', '2.5'), for links and percent fields. */
export function toDecimal(value: number): string {
  return String(value / 100);
}
