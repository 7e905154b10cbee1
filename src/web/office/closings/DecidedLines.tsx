import { type ReactNode, useRef } from 'react';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type DecisionFieldsProps, newDeduction, newLine } from './decision-form.ts';
import { AmountField } from './PartField.tsx';

type DecidedLinesProps = Omit<DecisionFieldsProps, 'closing'> & {
  closing: Pick<OfficeClosing, 'annualFeePaid' | 'annualFeeTaken' | 'fees'>;
};

/** Lines of the office's own, each with a reason that the member sees. */
export function DecidedLines({ closing, values, change, errors }: DecidedLinesProps) {
  const add = useRef<HTMLButtonElement>(null);
  const { lines, deductions } = values;
  const edit = <T extends { key: number }>(all: T[], key: number, part: Partial<T>) =>
    all.map((each) => (each.key === key ? { ...each, ...part } : each));
  const without = <T extends { key: number }>(all: T[], key: number) => {
    add.current?.focus();
    return all.filter((each) => each.key !== key);
  };
  const { annualFeeTaken } = closing;
  const isAnnualDue = closing.fees.annual !== 0 && !closing.annualFeePaid && annualFeeTaken === null;
  const mayDeductAnnual = isAnnualDue && deductions.every(({ kind }) => kind !== 'annual');
  return (
    <>
      {lines.map((line, index) => (
        <Box
          key={line.key}
          legend={`Line ${index + 1}`}
          onRemove={() => change({ lines: without(lines, line.key) })}
        >
          <SelectField
            label="What it does"
            value={line.way}
            onChange={({ target }) =>
              change({ lines: edit(lines, line.key, { way: target.value === 'waive' ? 'waive' : 'charge' }) })
            }
          >
            <option value="charge">Charges a fee</option>
            <option value="waive">Waives a fee</option>
          </SelectField>
          <TextField
            label="Label"
            required
            autoComplete="off"
            maxLength={maxLengths.closing.label}
            value={line.label}
            error={errors[`lines.${index}.label`]}
            onChange={({ target }) => change({ lines: edit(lines, line.key, { label: target.value }) })}
          />
          <AmountField
            label="Amount"
            required
            value={line.amount}
            error={errors[`lines.${index}.amount`]}
            onChange={(amount) => change({ lines: edit(lines, line.key, { amount }) })}
          />
          <TextField
            label="Reason, shown to the agent"
            required
            autoComplete="off"
            maxLength={maxLengths.closing.reason}
            value={line.reason}
            error={errors[`lines.${index}.reason`]}
            onChange={({ target }) => change({ lines: edit(lines, line.key, { reason: target.value }) })}
          />
        </Box>
      ))}
      {deductions.map((line, index) => (
        <Box
          key={line.key}
          legend={line.kind === 'annual' ? 'Annual fee' : `Deduction ${index + 1}`}
          onRemove={() => change({ deductions: without(deductions, line.key) })}
        >
          <AmountField
            label="Amount"
            required
            value={line.amount}
            error={errors[`deductions.${index}.amount`]}
            onChange={(amount) => change({ deductions: edit(deductions, line.key, { amount }) })}
          />
          <TextField
            label="Reason, shown to the agent"
            required
            autoComplete="off"
            maxLength={maxLengths.closing.reason}
            value={line.reason}
            error={errors[`deductions.${index}.reason`]}
            onChange={({ target }) =>
              change({ deductions: edit(deductions, line.key, { reason: target.value }) })
            }
          />
        </Box>
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={add}
          variant="secondary"
          size="sm"
          disabled={lines.length >= maxCounts.closingLines}
          onClick={() => change({ lines: [...lines, newLine()] })}
        >
          Add a fee or waiver
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={deductions.length >= maxCounts.closingLines}
          onClick={() => change({ deductions: [...deductions, newDeduction()] })}
        >
          Add a deduction
        </Button>
        {mayDeductAnnual && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() =>
              change({
                deductions: [
                  ...deductions,
                  { ...newDeduction('annual', closing.fees.annual), reason: 'Unpaid since it was due' },
                ],
              })
            }
          >
            Deduct the annual fee ({formatMoney(closing.fees.annual)})
          </Button>
        )}
      </div>
      {annualFeeTaken !== null && (
        <p className="wrap-anywhere text-muted text-sm">
          The annual fee is deducted from another closing: {annualFeeTaken}.
        </p>
      )}
    </>
  );
}

type BoxProps = { legend: string; onRemove: () => void; children: ReactNode };

const Box = ({ legend, onRemove, children }: BoxProps) => (
  <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-lg border border-line p-4">
    <legend className="px-1 font-semibold">{legend}</legend>
    {children}
    <Button variant="quiet" size="sm" className="justify-self-start" onClick={onRemove}>
      Remove<span className="sr-only"> {legend}</span>
    </Button>
  </fieldset>
);
