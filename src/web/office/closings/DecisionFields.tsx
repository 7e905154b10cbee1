import { feeBases, isQuoted } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { bonusLabels, sideLabels } from './closing-labels.ts';
import { DecidedLines } from './DecidedLines.tsx';
import type { DecisionFieldsProps } from './decision-form.ts';
import { AmountField } from './PartField.tsx';

type ChoiceName = 'basis' | 'sides' | 'bonus';

/** Only what this closing leaves open. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { closing, values, change, errors, estimate } = props;
  const { entry, charges, otherSideGross } = closing;
  const amount = (name: 'otherCommission' | 'settled' | 'newConstruction' | 'inHouseEscrow') => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  const choice = (name: ChoiceName, label: string, options: [string, string][], hint = '') => (
    <SelectField
      label={label}
      hint={hint}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    >
      <option value="">Not decided</option>
      <Options of={options} />
    </SelectField>
  );
  return (
    <>
      {(entry.referral || entry.credits > 0) &&
        choice(
          'basis',
          'Fees are computed from',
          basisOptions(entry),
          'A fee that is a percent is a percent of this. The closing settings can choose it for all.',
        )}
      {(entry.bothSides || otherSideGross !== null) && (
        <>
          {choice('sides', 'Both sides', Object.entries(sideLabels))}
          {values.sides === 'here' &&
            (otherSideGross === null ? (
              <AmountField label="Gross commission of the other side" {...amount('otherCommission')} />
            ) : (
              <p className="text-muted text-sm">
                Gross commission of the linked side: {formatMoney(otherSideGross)}
              </p>
            ))}
        </>
      )}
      {entry.bonus > 0 && choice('bonus', 'The builder’s bonus', Object.entries(bonusLabels))}
      {estimate !== undefined && (
        <AmountField
          label="Transaction fee"
          hint={`The rule only estimates it at ${formatMoney(estimate)}.`}
          {...amount('settled')}
        />
      )}
      {isQuoted(entry) && (
        <AmountField label="Quoted fee, new construction referral" {...amount('newConstruction')} />
      )}
      {entry.inHouseEscrow && (
        <AmountField label="Quoted fee, in-house escrow" {...amount('inHouseEscrow')} />
      )}
      <DecidedLines {...props} />
      {charges.length > 0 && (
        <fieldset className="grid grid-cols-1 gap-3">
          <legend className="mb-1 font-semibold text-sm">Open dues</legend>
          {charges.map(({ _id, label, amount: cents, reason, from }) => (
            <CheckboxField
              key={_id}
              label={[label, dueAmount(cents), from && `from ${from}`].filter(Boolean).join(', ')}
              hint={reason}
              checked={values.carried.includes(_id)}
              onChange={({ target }) =>
                change({
                  carried: target.checked
                    ? [...values.carried, _id]
                    : values.carried.filter((each) => each !== _id),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function basisOptions({ referral, credits }: OfficeClosing['entry']): [string, string][] {
  const options: [string, string][] = [['gross', feeBases.gross]];
  if (referral) options.push(['after-referral', feeBases['after-referral']]);
  if (credits > 0) options.push(['after-credit', feeBases['after-credit']]);
  if (referral && credits > 0) options.push(['after-both', feeBases['after-both']]);
  return options;
}
