/** $1,000,000,000, in cents: keeps every product exact in a double. */
export const MAX_AMOUNT = 1_000_000_000_00;

/** 100% in basis points. */
export const MAX_RATE = 100_00;

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** True for whole cents from 0 to MAX_AMOUNT. */
export function isAmount(value: unknown): value is number {
  return isWhole(value, MAX_AMOUNT);
}

/** True for whole basis points from 0 to MAX_RATE. */
export function isRate(value: unknown): value is number {
  return isWhole(value, MAX_RATE);
}

/** True for a whole number from 0 to `max`; false for NaN, fractions and strings. */
export function isWhole(value: unknown, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

/** Basis points of an amount in cents, rounded half up. */
export function percentOf(amount: number, rate: number): number {
  return Math.round((amount * rate) / MAX_RATE);
}

/**
 * Parses '$1,250,000.50' or '.5' to cents; undefined if invalid or over MAX_AMOUNT. Ignores commas anywhere before the
 * dot: a live field passes through '850,00' while '850,000' is edited.
 */
export function parseMoney(text: string): number | undefined {
  const [, whole, fraction] = /^\$?(\d[\d,]*)?(?:\.(\d{0,2}))?$/.exec(text.replace(/\s/g, '')) ?? [];
  return hundredths(whole?.replaceAll(',', ''), fraction, MAX_AMOUNT);
}

/**
 * Parses '2.5 %' to basis points; undefined if invalid, finer than a basis point or over 100%. Rejects commas: '2,5'
 * must not become 25%.
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

/** Formats cents: '$850,000', '$0.50', '−$475'. A true minus sign is what screen readers announce. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100).replace('-', '−');
}

/** Formats cents without the dollar sign: '850,000'. */
export function formatAmount(cents: number): string {
  return formatMoney(cents).replace('$', '');
}

/** Formats basis points: '2.5%'. */
export function formatPercent(rate: number): string {
  return percent.format(rate / MAX_RATE);
}

/** Cents or basis points as the shortest decimal ('850000', '2.5'), for links and percent fields. */
export function toDecimal(value: number): string {
  return String(value / 100);
}
