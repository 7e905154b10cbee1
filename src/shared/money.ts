/** $1,000,000,000, in cents: keeps every product exact in a double. */
export const MAX_AMOUNT = 1_000_000_000_00;

/** 100% in basis points. */
export const MAX_RATE = 100_00;

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const documentDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
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

/** Excel's apostrophe before a text, blanks of every kind as one, plain digits and signs, and no invisible marks. */
const plain = (text: string) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff04-\uff19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^['’]\s*/, '')
    .replace(/\p{Zs}/gu, ' ');

/** Digits, or groups of three after the same comma or blank; then cents. '0,500' is no thousands. */
const americanAmount =
  /^(?:\$ ?)?((?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|\d+)?)(?:\.(\d{0,2}))?$/;

/**
 * Parses '$1,250,000.50' or '.5' to cents (docs/product.md P5.13); undefined if not written the American way, negative
 * or over MAX_AMOUNT: '850000,00' must not become 85 million.
 */
export function parseMoney(text: string): number | undefined {
  const [, whole, fraction] = americanAmount.exec(plain(text)) ?? [];
  return hundredths(whole?.replace(/[, ]/g, ''), fraction, MAX_AMOUNT);
}

/** Where a sign makes sense, such as a difference: '-500', '−$500' and '(500)' are minus 500, '+500' is 500. */
export function parseSignedMoney(text: string): number | undefined {
  const typed = plain(text).replace(/^(\$ ?)([-−–+])/, '$2$1');
  const [, inParentheses] = /^\((.*)\)$/.exec(typed) ?? [];
  if (inParentheses !== undefined) return negative(parseMoney(inParentheses));
  const cents = parseMoney(typed.replace(/^[-−–+] ?/, ''));
  return /^[-−–]/.test(typed) ? negative(cents) : cents;
}

const negative = (cents: number | undefined) => (cents ? -cents : cents);

/**
 * Parses '2.5 %' to basis points; undefined if invalid, finer than a basis point or over 100%. Rejects commas: '2,5'
 * must not become 25%.
 */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction] = /^(\d+)?(?:\.(\d{0,2}))? ?%?$/.exec(plain(text)) ?? [];
  return hundredths(whole, fraction, MAX_RATE);
}

/** Parses '12' or '1,000'; NaN for anything else, also for nothing, which `Number` takes for 0. */
export function parseWhole(text: string): number {
  const typed = plain(text);
  return /^(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})$/.test(typed)
    ? Number(typed.replaceAll(',', ''))
    : Number.NaN;
}

/** Parses '2.5' or '1,000.5', with at most two decimals; NaN for anything else, such as '2,5'. */
export function parseDecimal(text: string): number {
  const typed = plain(text);
  const cents = typed.startsWith('$') ? undefined : parseMoney(typed);
  return cents === undefined ? Number.NaN : cents / 100;
}

/** Shown for an amount or percentage that cannot be read. */
export const unreadAmount = "We can't read this amount. Write 12,500.50, at most $1,000,000,000";
export const unreadPercent = "We can't read this percentage. Write 2.5, from 0 to 100";

function hundredths(whole = '', fraction = '', max: number): number | undefined {
  if (whole === '' && fraction === '') return undefined;
  const value = Number(whole + fraction.padEnd(2, '0'));
  return value <= max ? value : undefined;
}

/** Formats cents: '$850,000', '$0.50', '−$475'. A true minus sign is what screen readers announce. */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100).replace('-', '−');
}

/** Formats cents for documents, where amounts stand below one another: '$850,000.00', '−$475.00'. */
export function formatDocumentMoney(cents: number): string {
  return documentDollars.format(cents / 100).replace('-', '−');
}

/** Gives each amount in a text of ours two decimals, for documents: '2.5% of the $850,000.00 sales price'. */
export const withCents = (text: string): string =>
  text.replace(/\$[\d,.]*\d(?![\p{L}\d])/gu, (amount) => (amount.includes('.') ? amount : `${amount}.00`));

/** Formats cents without the dollar sign: '850,000'. */
export function formatAmount(cents: number): string {
  return formatMoney(cents).replace('$', '');
}

/** Formats basis points: '2.5%'. */
export function formatPercent(rate: number): string {
  return percent.format(rate / MAX_RATE);
}

/** Cents as a number of a spreadsheet: '850000.00'. */
export const toCsvAmount = (cents: number): string => (cents / 100).toFixed(2);

/** Cents or basis points as the shortest decimal ('850000', '2.5'), for links and percent fields. */
export function toDecimal(value: number): string {
  return String(value / 100);
}
