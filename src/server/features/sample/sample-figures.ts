import { closingStatement, type FeeSchedule } from '../../../shared/fees/fees.ts';
import { formatMoney, formatPercent, percentOf } from '../../../shared/money.ts';

/** Fills in a placeholder of a sample text, from the numbers after its name: dollars, percent or counts. */
export type SampleFigures = Record<string, (...numbers: number[]) => string>;

/** The commission of the examples where a text says no other, in percent of the price. */
const usualRate = 2.5;
const usualPrice = 700_000;
/** The 70/30 split's part of the usual sale, and its cap for a year, in dollars. */
const split = { perClosing: 5_250, cap: 18_000 };

/**
 * Everything in the sample texts that follows from the fees: a fee that rises changes each figure that rests on it.
 * Where a text reasons about figures ('thirty closings'), the number is worked out as well.
 */
export function sampleFigures(fees: Readonly<FeeSchedule>): SampleFigures {
  const sale = fees.sale + fees.errorsAndOmissions;
  const statement = (price: number, rate = usualRate, options = {}) =>
    closingStatement({ kind: 'residential', price: cents(price), rate: cents(rate), ...options }, fees);
  const feeOf = (price: number, rate?: number) => statement(price, rate).totalFees;
  const keptOf = (price: number, rate?: number) => statement(price, rate).agentKeeps;
  const small = (kind: 'lease' | 'referral', commission: number) =>
    closingStatement({ kind, commission: cents(commission) }, fees);
  const year = (closings: number) => closings * sale + fees.annual;

  // The price measure and the percentage are equal at this rate of commission, in basis points.
  const priceRate = fees.upperTierFeePerStep / fees.upperTierStep;
  const line = (priceRate / fees.upperTierRate) * 100_00 * 100_00;
  const leaseMeets = (fees.lease / fees.leaseRate) * 100_00;
  const referralMeets = (fees.referral / fees.referralRate) * 100_00;

  // Closings a year beyond which the cap of the example costs less.
  const capWins = Math.floor((cents(split.cap) - fees.annual) / sale) + 1;
  const large = feeOf(1_500_000);
  const largeUnderCap = Math.floor((cents(split.cap) - fees.annual) / large);

  const needed = cents(104_000) + fees.annual;
  const closings = needed / keptOf(usualPrice);
  const planned = Math.ceil(closings);
  const belowTier = fees.upperTierPrice / 100 - 1_000;
  const atTier = fees.upperTierPrice / 100;
  const levelAgain = keptOf(belowTier) / (usualRate / 100) / (1 - fees.upperTierRate / 100_00) / 1_000_00;

  return {
    saleFee: () => formatMoney(fees.sale),
    insurance: (count = 1) => formatMoney(count * fees.errorsAndOmissions),
    sale: (count = 1) => formatMoney(count * sale),
    annual: () => formatMoney(fees.annual),
    year: (count = 0) => formatMoney(year(count)),
    coordinator: () => formatMoney(fees.coordinator),
    shortSale: () => formatMoney(fees.shortSale),
    saleWithCoordinator: () => formatMoney(sale + fees.coordinator),
    coordinatorPerHour: (hours = 1) => formatMoney(Math.round(fees.coordinator / hours)),
    coordinatorHours: (hourly = 1) => inHalves(fees.coordinator / cents(hourly)),

    fee: (price = 0, rate) => formatMoney(feeOf(price, rate)),
    kept: (price = 0, rate) => formatMoney(keptOf(price, rate)),
    keptOfCommission: (commission = 0) => formatMoney(cents(commission) - sale),
    keptWithCoordinator: (price = 0, rate) =>
      formatMoney(statement(price, rate, { coordinator: true }).agentKeeps),
    keptOfShortSale: (price = 0) => formatMoney(statement(price, usualRate, { shortSale: true }).agentKeeps),
    saleShare: (commission = 1) => share(sale / cents(commission)),
    yearKept: (count = 0) => formatMoney(count * statement(usualPrice).grossCommission - year(count)),
    yearShare: (count = 1) => share(year(count) / (count * statement(usualPrice).grossCommission)),

    tier: () => formatMoney(fees.upperTierPrice),
    tierRate: () => formatPercent(fees.upperTierRate),
    tierRateSpelled: () => spelledRate(fees.upperTierRate),
    tierFee: () => formatMoney(fees.upperTierFeePerStep),
    tierStep: () => formatMoney(fees.upperTierStep),
    steps: (price = 0) => inHalves(cents(price) / fees.upperTierStep),
    byCommission: (commission = 0) => formatMoney(percentOf(cents(commission), fees.upperTierRate)),
    byPrice: (price = 0) => formatMoney(cents(price) * priceRate),
    priceRate: () => formatPercent(priceRate * 100_00),
    line: () => formatPercent(line),
    lineSpelled: () => spelledRate(line),
    lineCommission: (price = 0) => formatMoney(percentOf(cents(price), line)),
    keptOnLine: (price = 0) => formatMoney(keptOf(price, line / 100)),
    keptOnLineWithCoordinator: (price = 0) =>
      formatMoney(statement(price, line / 100, { coordinator: true }).agentKeeps),
    stepDown: () => formatMoney(keptOf(belowTier) - keptOf(atTier)),
    levelFrom: () => formatMoney(Math.floor(levelAgain) * 1_000_00),
    levelTo: () => formatMoney(Math.ceil(levelAgain) * 1_000_00),
    lessThanSplit: (taken = 0, price = 0) => formatMoney(cents(taken) - feeOf(price)),

    splitDifference: (count = 0) =>
      formatMoney(cents(Math.min(count * split.perClosing, split.cap)) - year(count)),
    capWins: () => String(capWins),
    capWinsSpelled: () => spelled(capWins),
    capWinsYear: () => formatMoney(year(capWins)),
    capWinsDifference: () => formatMoney(cents(split.cap) - year(capWins)),
    largeUnderCap: () => spelled(largeUnderCap),
    largeUnderCapFees: () => formatMoney(largeUnderCap * large),
    largeUnderCapYear: () => formatMoney(largeUnderCap * large + fees.annual),
    largeOverCap: () => spelled(largeUnderCap + 1),
    largeOverCapYear: () => formatMoney((largeUnderCap + 1) * large + fees.annual),

    lease: () => formatMoney(fees.lease),
    leaseRate: () => formatPercent(fees.leaseRate),
    leaseRateSpelled: () => spelledRate(fees.leaseRate),
    leaseMeets: () => formatMoney(leaseMeets),
    leasePart: (commission = 0) => formatMoney(percentOf(cents(commission), fees.leaseRate)),
    leaseFee: (commission = 0) => formatMoney(small('lease', commission).totalFees),
    leaseKept: (commission = leaseMeets / 100) => formatMoney(small('lease', commission).agentKeeps),
    referral: () => formatMoney(fees.referral),
    referralRate: () => formatPercent(fees.referralRate),
    referralMeets: () => formatMoney(referralMeets),
    referralPart: (commission = 0) => formatMoney(percentOf(cents(commission), fees.referralRate)),
    referralFee: (commission = 0) => formatMoney(small('referral', commission).totalFees),
    referralKept: (commission = referralMeets / 100) => formatMoney(small('referral', commission).agentKeeps),
    accessWorth: (referred = 0) => formatMoney(keptOf(usualPrice) - small('referral', referred).agentKeeps),

    needed: () => formatMoney(needed),
    closings: () => closings.toFixed(2),
    planned: (times = 1) => spelled(planned * times),
    oneLess: () => spelled(planned - 1),
    oneLessBrings: () => formatMoney((planned - 1) * keptOf(usualPrice)),
    oneLessMisses: () => formatMoney(needed - (planned - 1) * keptOf(usualPrice)),
    plannedBring: () => formatMoney(planned * keptOf(usualPrice)),
    plannedSpare: () => formatMoney(planned * keptOf(usualPrice) - needed),
    weeklyAtLeast: (times = 1) => spelled(Math.floor((planned * times) / 52)),
    weeklyAtMost: (times = 1) => spelled(Math.ceil((planned * times) / 52)),
  };
}

/**
 * A text with each placeholder, such as {{sale}} or {{kept 700000 2.5}}, replaced by its figure: in words that
 * begin a sentence for a name with a capital letter. Undefined if these fees have no such figure: at a rate of 0 no
 * commission makes the rate meet the flat fee.
 * @throws Error for a placeholder that names no figure
 */
export function fillIn(text: string, figures: SampleFigures): string | undefined {
  let isComputed = true;
  const filled = text.replace(/\{\{([\w. ]+)\}\}/g, (placeholder, inner: string) => {
    const [name = '', ...numbers] = inner.split(' ');
    const figure = figures[name.charAt(0).toLowerCase() + name.slice(1)];
    if (!figure) throw new Error(`No figure for ${placeholder}`);
    const words = figure(...numbers.map(Number));
    if (/NaN|∞|Infinity/.test(words)) isComputed = false;
    return /^[A-Z]/.test(name) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  });
  return isComputed ? filled : undefined;
}

/** Turns dollars into cents, and percent into basis points. */
const cents = (value: number) => Math.round(value * 100);
const share = (part: number) => `${(part * 100).toFixed(1)}%`;

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** A whole number from 0 to 99 in words, any other in digits. */
function spelled(value: number): string {
  const [ten = '', one = ''] = [tens[Math.floor(value / 10)], ones[value % 10]];
  if (value < 20) return ones[value] ?? String(value);
  if (!ten) return value.toLocaleString('en-US');
  return value % 10 === 0 ? ten : `${ten}-${one}`;
}

/** To the nearest half: 'twelve and a half'. */
function inHalves(value: number): string {
  const halves = Math.round(value * 2);
  return halves % 2 === 0 ? spelled(halves / 2) : `${spelled((halves - 1) / 2)} and a half`;
}

/** Basis points as 'five percent'; in digits where they are no whole percent. */
const spelledRate = (rate: number) =>
  rate % 100 === 0 ? `${spelled(rate / 100)} percent` : formatPercent(rate);
