import type { ReactNode } from 'react';
import { dealSides, isSaleKind, kindNames, kindOf } from '../../../shared/closings/transaction-kinds.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { CoAgentFields } from './CoAgentFields.tsx';
import { commissionFor, type FieldsProps } from './closing-form.ts';
import { holderLabels } from './closing-labels.ts';
import { AmountField, PartField } from './PartField.tsx';

type ClosingFieldsProps = FieldsProps & {
  fees: Readonly<FeeSchedule>;
  /** A new report may bring the other side along. */
  isNew?: boolean;
};

type TextName = 'property' | 'broker' | 'license' | 'state' | 'holderName' | 'holderContact' | 'fileNumber';
type FlagName = 'coordinator' | 'shortSale' | 'inHouseEscrow' | 'newConstruction' | 'bothSides' | 'principal';

export function ClosingFields({ values, change, errors, fees, isNew = false }: ClosingFieldsProps) {
  const text = (name: TextName | 'fileUrl' | 'note' | 'expectedOn', field: string = name) => ({
    value: values[name],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const flag = (name: FlagName) => ({
    checked: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { checked: boolean } }) => change({ [name]: target.checked }),
  });
  const { price, newConstruction, paidBy } = kindOf(values.kind);
  return (
    <>
      <Group legend="The deal">
        <TextField
          label="Property"
          required
          maxLength={maxLengths.closing.property}
          {...text('property')}
          hint="One line, such as 412 Laurel Ave, Burbank. No client names."
        />
        <SelectField
          label="Kind"
          value={values.kind}
          onChange={({ target }) => {
            const kind = kindNames.find((each) => each === target.value) ?? values.kind;
            const usual = values.holder === 'payer' ? 'escrow' : values.holder;
            change({
              kind,
              holder: kindOf(kind).paidBy === 'letter' ? usual : 'payer',
              ...commissionFor(kind, values),
            });
          }}
        >
          <Options of={kindNames.map((kind) => [kind, kindOf(kind).label])} />
        </SelectField>
        <SelectField
          label="Your part (optional)"
          value={values.side}
          error={errors.side}
          onChange={({ target }) => {
            const side = sides.find((each) => each === target.value) ?? '';
            change({ side, ...(side === 'both' && { bothSides: true }) });
          }}
        >
          <Options of={[['', 'Not said'], ...sides.map((each) => [each, dealSides[each]] as const)]} />
        </SelectField>
        <AmountField
          label={price.field}
          required={price.isRequired}
          value={values.price}
          error={errors.price}
          onChange={(price) => change({ price })}
        />
        <PartField
          label="Commission of this side"
          field="commission"
          by={values.commissionBy}
          value={values.commission}
          errors={errors}
          onChange={({ by, value }) => change({ commissionBy: by, commission: value })}
        />
        <TextField label="Expected on" type="date" {...text('expectedOn')} />
        <CheckboxField label="We have both sides of this deal" {...flag('bothSides')} />
        {isNew && values.bothSides && (
          <PartField
            label="Commission of the other side"
            field="otherSide"
            by={values.otherBy}
            value={values.otherCommission}
            errors={errors}
            hint="Creates a separate closing linked to this one. The price counts once."
            onChange={({ by, value }) => change({ otherBy: by, otherCommission: value })}
          />
        )}
        <CheckboxField
          label="I'm buying, selling, or renting for myself"
          hint="You're a principal in this deal."
          {...flag('principal')}
        />
      </Group>
      <Group legend="Out of the commission">
        <AmountField
          label="Credits to the client (optional)"
          hint="Paid through escrow, out of your commission"
          value={values.credits}
          error={errors.credits}
          onChange={(credits) => change({ credits })}
        />
        <CheckboxField
          label="A referral fee goes to another broker"
          checked={values.referral}
          onChange={({ target }) => change({ referral: target.checked })}
        />
        {values.referral && (
          <div className="grid grid-cols-1 gap-5 rounded-lg border border-line p-4">
            <PartField
              label="Referral"
              field="referral"
              by={values.referralBy}
              value={values.referralPart}
              errors={errors}
              onChange={({ by, value }) => change({ referralBy: by, referralPart: value })}
            />
            <TextField
              label="Broker"
              required
              maxLength={maxLengths.closing.name}
              {...text('broker', 'referral.broker')}
            />
            <div className="grid items-start gap-5 sm:grid-cols-[1fr_6rem]">
              <TextField
                label="License"
                required
                maxLength={maxLengths.closing.license}
                {...text('license', 'referral.license')}
              />
              <TextField label="State" required {...text('state', 'referral.state')} />
            </div>
          </div>
        )}
        <CoAgentFields values={values} change={change} errors={errors} />
      </Group>
      {newConstruction !== 'never' && (
        <Group legend="Options">
          {isSaleKind(values.kind) && (
            <>
              <CheckboxField
                label={withAmount('Transaction coordinator', fees.coordinator)}
                {...flag('coordinator')}
              />
              <CheckboxField
                label={withAmount('Short sale processing', fees.shortSale)}
                {...flag('shortSale')}
              />
              <CheckboxField
                label="In-house escrow"
                hint="The office quotes the fee."
                {...flag('inHouseEscrow')}
              />
            </>
          )}
          <CheckboxField label="New construction" {...flag('newConstruction')} />
          <AmountField
            label="Builder’s bonus (optional)"
            hint="On top of the commission"
            value={values.bonus}
            error={errors.bonus}
            onChange={(bonus) => change({ bonus })}
          />
        </Group>
      )}
      <Group legend={paidBy === 'letter' ? 'Escrow or title' : 'Who pays'}>
        {paidBy === 'letter' && (
          <SelectField
            label="Who pays out"
            value={values.holder}
            onChange={({ target }) =>
              change({ holder: holders.find((each) => each === target.value) ?? 'escrow' })
            }
          >
            <Options of={holders.map((each) => [each, holderLabels[each]])} />
          </SelectField>
        )}
        <TextField
          label={values.holder === 'payer' ? 'Who pays the commission' : 'Company'}
          maxLength={maxLengths.closing.name}
          {...text('holderName')}
          hint="Needed before the office can approve"
        />
        <TextField
          label="Contact"
          maxLength={maxLengths.closing.contact}
          {...text('holderContact')}
          hint="Name, phone, or email. No bank details."
        />
        <TextField label="File number" maxLength={maxLengths.closing.fileNumber} {...text('fileNumber')} />
      </Group>
      <Group legend="For the office">
        <TextField
          label="Link to the file (optional)"
          type="url"
          {...text('fileUrl')}
          hint="In SkySlope or Dotloop"
        />
        <TextArea
          label="Note (optional)"
          rows={3}
          maxLength={maxLengths.closing.note}
          {...text('note')}
          hint="No client names."
        />
      </Group>
    </>
  );
}

/** The choice says something about the deal even where it costs nothing. */
const withAmount = (label: string, amount: number) =>
  amount === 0 ? label : `${label} (${formatMoney(amount)})`;

const sides = ['listing', 'buyer', 'both'] as const;
const holders = ['escrow', 'title', 'payer'] as const;

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5 border-line border-t pt-5 first:border-t-0 first:pt-0">
      <legend className="float-start mb-0 font-display text-xl">{legend}</legend>
      <div className="clear-both grid grid-cols-1 gap-5">{children}</div>
    </fieldset>
  );
}
