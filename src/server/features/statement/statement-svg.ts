import { calculationObject } from '../../../shared/fees/calculation-label.ts';
import { type Calculator, calculatorTransaction } from '../../../shared/fees/calculator-link.ts';
import { comparison } from '../../../shared/fees/comparison.ts';
import { differenceLabel, splitLabel } from '../../../shared/fees/comparison-label.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { SiteContent } from '../../../shared/site/site-content.ts';
import { drawText } from './draw-text.ts';

const pictureSize = { width: 1200, height: 630 };

/** As in src/web/tokens.css. */
const colors = { ink: '#10312f', paper: '#fbf8f3', poppy: '#f2a33a', muted: '#a9bdb9', bar: '#748c88' };
const left = 80;
const right = 1120;
const widest = right - left;

/** The picture of a calculation for a message (docs/product.md P2.11): the amounts that the calculator shows for a year. */
export function statementSvg(
  calculator: Calculator,
  { brokerage: { name, license }, fees }: Pick<SiteContent, 'brokerage' | 'fees'>,
): string {
  const { perYear } = comparison(
    calculatorTransaction(calculator),
    calculator.transactionsPerYear,
    calculator,
    fees,
  );
  const { here, there, difference } = perYear;
  const highest = Math.max(1, here.agentKeeps, there.agentKeeps);
  const bar = (y: number, amount: number, fill: string) =>
    `<rect x="${left}" y="${y}" height="26" width="${((widest * Math.max(0, amount)) / highest).toFixed(1)}" fill="${fill}"/>`;
  const labeled = (y: number, label: string, amount: number) =>
    drawText(label, { x: left, y, size: 32, fill: colors.paper, maxWidth: 700 }) +
    drawText(formatMoney(amount), {
      x: right,
      y,
      size: 32,
      fill: colors.paper,
      anchor: 'end',
      maxWidth: 320,
    });
  const { width, height } = pictureSize;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colors.ink}"/>`,
    `<rect width="${width}" height="12" fill="${colors.poppy}"/>`,
    drawText(name, { x: left, y: 94, size: 36, fill: colors.paper, maxWidth: 700 }),
    drawText(`DRE license ${license}`, {
      x: right,
      y: 94,
      size: 24,
      fill: colors.muted,
      anchor: 'end',
      maxWidth: 320,
    }),
    drawText(`You keep ${formatMoney(here.agentKeeps)}`, { x: left, y: 222, size: 112, fill: colors.poppy }),
    drawText(`of a year of ${calculationObject(calculator)}`, {
      x: left,
      y: 300,
      size: 38,
      fill: colors.paper,
    }),
    labeled(388, 'A year here', here.agentKeeps),
    bar(404, here.agentKeeps, colors.poppy),
    labeled(484, splitLabel(calculator), there.agentKeeps),
    bar(500, there.agentKeeps, colors.bar),
    drawText(`${differenceLabel(difference)}.`, { x: left, y: 588, size: 36, fill: colors.paper }),
    '</svg>',
  ].join('');
}
