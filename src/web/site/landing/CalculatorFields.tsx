import type { ComponentProps, ReactNode } from 'react';
import { calculatorKinds, kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { DEFAULT_CALCULATOR } from '../../../shared/fees/calculator-link.ts';
import { type FeeSchedule, QUOTED_BY_OFFICE } from '../../../shared/fees/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Choice } from './Choice.tsx';
import { type FieldErrors, type FieldValues, fieldValues, isQuoted, isSale } from './calculator-form.ts';

const initial = fieldValues(DEFAULT_CALCULATOR);

const kinds = [
  ...calculatorKinds.map((kind) => ({ value: kind, label: kindOf(kind).label })),
  ...QUOTED_BY_OFFICE.filter(({ id }) => id === 'new-construction-referral').map(({ id, label }) => ({
    value: id,
    label,
  })),
];
const commissionAs = [
  { value: 'rate', label: 'Percent of the price' },
  { value: 'amount', label: 'Dollar amount' },
];

interface FieldsProps {
  values: FieldValues;
  errors: FieldErrors;
  fees: Readonly<FeeSchedule>;
}

/** Fields out of use are hidden, not removed, so that no input is lost. */
export function CalculatorFields({ values, errors, fees }: FieldsProps) {
  const quoted = isQuoted(values);
  return (
    <div className="grid grid-cols-1 content-start gap-8">
      <Choice name="type" legend="Kind of transaction" options={kinds} initial={initial.type} />
      <Group legend="The transaction" hidden={quoted}>
        <TransactionFields values={values} errors={errors} fees={fees} />
      </Group>
      <Group legend="Your current brokerage" hidden={quoted}>
        <Figure name="split" label="Your split" after="%" error={errors.split} />
        <Figure name="cap" label="Annual cap" placeholder="No cap" before="$" error={errors.cap} />
        <Figure name="monthly" label="Monthly fee" before="$" error={errors.monthly} />
        <Figure name="transactions" label="Transactions per year" error={errors.transactions} />
      </Group>
    </div>
  );
}

function TransactionFields({ values, errors, fees }: FieldsProps) {
  const sale = isSale(values);
  const byAmount = !sale || values.by === 'amount';
  return (
    <>
      <Figure name="price" label="Sale price" before="$" error={errors.price} hidden={!sale} />
      <Figure name="rate" label="Your commission" after="%" error={errors.rate} hidden={byAmount} />
      <Figure
        name="commission"
        label="Your commission"
        before="$"
        error={errors.commission}
        hidden={!byAmount}
      />
      <div hidden={!sale} className="col-span-full">
        <Choice name="by" legend="Your commission as" options={commissionAs} initial={initial.by} />
      </div>
      <div hidden={!sale} className="col-span-full grid gap-3">
        {fees.coordinator !== 0 && (
          <CheckboxField
            name="coordinator"
            value="yes"
            label={`Transaction coordinator, ${formatMoney(fees.coordinator)}`}
          />
        )}
        {fees.shortSale !== 0 && (
          <CheckboxField
            name="shortsale"
            value="yes"
            label={`Short sale processing, ${formatMoney(fees.shortSale)}, non-refundable`}
          />
        )}
        <CheckboxField name="escrow" value="yes" label="In-house escrow, quoted by the office" />
      </div>
    </>
  );
}

function Group({ legend, hidden, children }: { legend: string; hidden: boolean; children: ReactNode }) {
  return (
    <fieldset hidden={hidden} className="border-line border-t pt-5">
      <legend className="float-left mb-4 w-full font-display text-lg">{legend}</legend>
      <div className="clear-both grid items-start gap-x-3 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type FigureProps = ComponentProps<typeof TextField> & { name: keyof typeof initial };

function Figure({ hidden, ...field }: FigureProps) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={initial[field.name]}
      className={hidden ? 'hidden' : undefined}
    />
  );
}
