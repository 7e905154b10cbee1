import { expect, it } from 'vitest';
import { calculationInWords, calculationLabel, ownCalculation } from './calculation-label.ts';
import { calculatorFromQuery } from './calculator-link.ts';
import { startFees } from './fees.ts';

const pairsOf = (query: string) =>
  query.split('&').map((pair): [string, string] => {
    const [key = '', value = ''] = pair.split('=');
    return [key, value];
  });

it.each([
  ['', '12 sales of $850,000 at 2.5%: keeps $247,700'],
  [
    'transactions=1&price=600000&by=amount&commission=10000',
    '1 sale of $600,000 with a commission of $10,000: keeps $9,300',
  ],
  ['type=lease&commission=2000&transactions=3', '3 leases with a commission of $2,000: keeps $5,300'],
])('%j is %s', (query, label) => {
  expect(calculationLabel(calculatorFromQuery(pairsOf(query)), startFees)).toBe(label);
});

it('is said to the visitor whose it is', () => {
  expect(ownCalculation(pairsOf('transactions=1'), startFees)).toBe(
    'for 1 sale of $850,000 at 2.5% you would keep $20,550 in the first year',
  );
});

it('is by the fees in force, and says so when the link is from before them', () => {
  const fees = { ...startFees, version: 2, errorsAndOmissions: 140_00 };
  const changed = '. The fees have changed since; these are the figures by today’s.';
  expect(calculationInWords(pairsOf('transactions=1'), fees)).toBe(
    `1 sale of $850,000 at 2.5%: keeps $20,535${changed}`,
  );
  expect(calculationInWords(pairsOf('transactions=1&fees=2'), fees)).toBe(
    '1 sale of $850,000 at 2.5%: keeps $20,535',
  );
});
