import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startFees } from '../../../shared/fees/fees.ts';
import { ClosingFields } from './ClosingFields.tsx';
import { emptyClosing } from './closing-form.ts';
import { DecidedLines } from './DecidedLines.tsx';

const free = { ...startFees, coordinator: 0, shortSale: 0, annual: 0 };
const form = { change: () => {}, errors: {} };

it('the options of a closing name what they cost, if anything', () => {
  const shown = (fees: typeof startFees) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(ClosingFields, { ...form, values: emptyClosing, fees }),
      ),
    );
  for (const text of ['Transaction coordinator ($500)', 'Short sale processing ($795)'])
    expect(shown(startFees)).toContain(text);
  for (const text of ['Transaction coordinator', 'Short sale processing'])
    expect(shown(free)).toContain(text);
  expect(shown(free)).not.toContain('$0');
});

it('an annual fee is offered for deduction only where there is one', () => {
  const values = {
    basis: '',
    sides: '',
    otherCommission: '',
    bonus: '',
    settled: '',
    newConstruction: '',
    inHouseEscrow: '',
    lines: [],
    deductions: [],
    carried: [],
  };
  const shown = (fees: typeof startFees) =>
    renderToStaticMarkup(
      createElement(DecidedLines, {
        ...form,
        values,
        closing: { annualFeePaid: false, annualFeeTaken: null, fees },
        estimate: undefined,
      }),
    );
  expect(shown(startFees)).toContain('Deduct the annual fee ($100)');
  expect(shown(free)).not.toContain('annual fee');
});
