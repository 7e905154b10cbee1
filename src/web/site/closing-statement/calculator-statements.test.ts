import { describe, expect, it } from 'vitest';
import { type Calculator, DEFAULT_CALCULATOR } from '../../../shared/fees/calculator-link.ts';
import { differenceLabel } from '../../../shared/fees/comparison-label.ts';
import { startFees } from '../../../shared/fees/fees.ts';
import { transactionStatements, yearStatements } from './calculator-statements.ts';

const capped = { ...DEFAULT_CALCULATOR, annualCap: 18_000_00, monthlyFee: 85_00 };

describe('transactionStatements', () => {
  it('has lines that add up to what the agent keeps, on both sides', () => {
    const { here, there, difference } = transactionStatements(capped, startFees);
    const sum = (lines: { amount: number | string }[]) =>
      lines.reduce((total, { amount }) => total + Number(amount), 0);
    expect(sum(here.lines)).toBe(here.agentKeeps);
    expect(sum(there.lines)).toBe(there.agentKeeps);
    expect(difference).toBe(here.agentKeeps - there.agentKeeps);
  });

  it('adds in-house escrow as a line without a figure', () => {
    const chosen = { ...capped, inHouseEscrow: true };
    const line = { label: 'In-house escrow', amount: 'Contact the office' };
    expect(transactionStatements(chosen, startFees).here.lines.at(-1)).toMatchObject(line);
    expect(
      transactionStatements({ ...chosen, kind: 'lease' }, startFees).here.lines.at(-1),
    ).not.toMatchObject(line);
  });

  it('names the rule of every line', () => {
    const { here, there } = transactionStatements({ ...capped, inHouseEscrow: true }, startFees);
    const year = yearStatements(capped, startFees);
    for (const { lines } of [here, there, year.here, year.there]) {
      for (const { rule } of lines) expect(rule).not.toBe('');
    }
    expect(there.lines.at(-1)?.rule).toBe('30% of the commission, at most $18,000 a year');
  });
});

describe('yearStatements', () => {
  it('charges the annual fee here, the cap and the monthly fees there', () => {
    const { here, there } = yearStatements(capped, startFees);
    expect(here.agentKeeps).toBe(12 * 20_650_00 - 100_00);
    expect(there.agentKeeps).toBe(12 * 21_250_00 - 18_000_00 - 12 * 85_00);
  });

  it('says that the options of a sale are in every one of the year', () => {
    const feesOf = (changes: Partial<Calculator>) =>
      yearStatements({ ...capped, ...changes }, startFees).here.lines.find(({ id }) => id === 'fees')?.rule;
    expect(feesOf({})).toBe('12 × $600');
    expect(feesOf({ coordinator: true })).toBe('12 × $1,100, the options in each');
    expect(feesOf({ shortSale: true })).toBe('12 × $1,395, the options in each');
    expect(feesOf({ kind: 'lease', coordinator: true })).toBe('12 × $500');
  });

  it('has no line for an annual fee of 0', () => {
    const { here } = yearStatements(capped, { ...startFees, annual: 0 });
    expect(here.lines.map(({ id }) => id)).toEqual(['gross-commission', 'fees']);
  });

  it('shows no deduction as plain zero, without a sign', () => {
    const { there } = yearStatements({ ...DEFAULT_CALCULATOR, agentSplit: 100_00 }, startFees);
    for (const { amount } of there.lines.slice(1)) expect(Object.is(amount, 0)).toBe(true);
  });
});

describe('differenceLabel', () => {
  it('says more, less or the same', () => {
    expect(differenceLabel(1_00)).toBe('You keep $1 more here');
    expect(differenceLabel(-1_00)).toBe('You keep $1 less here');
    expect(differenceLabel(0)).toBe('You keep the same at both');
  });
});
