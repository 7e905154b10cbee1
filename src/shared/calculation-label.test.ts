import { expect, it } from 'vitest';
import { calculationLabel } from './calculation-label.ts';
import { calculatorFromQuery } from './calculator-link.ts';

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
  expect(calculationLabel(calculatorFromQuery(pairsOf(query)))).toBe(label);
});
