import type { ClosingFigures, Part } from '../../../shared/closings/closing.ts';
import type { EntryAnswer } from '../../../shared/closings/closing-answers.ts';
import { isSaleKind, kindOf, type TransactionKind } from '../../../shared/closings/transaction-kinds.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import {
  formatAmount,
  parseMoney,
  parsePercent,
  toDecimal,
  unreadAmount,
  unreadPercent,
} from '../../../shared/money.ts';
import { isPublicAddress, notPublic } from '../../../shared/web-address.ts';
import type { SentClosing } from './closings.queries.ts';

type By = Part['by'];

interface CoAgentValue {
  user: string;
  name: string;
  rate: string;
}

/** The form as typed, and as the draft keeps it. */
export interface ClosingValues {
  property: string;
  kind: TransactionKind;
  price: string;
  commissionBy: By;
  commission: string;
  credits: string;
  referral: boolean;
  referralBy: By;
  referralPart: string;
  broker: string;
  license: string;
  state: string;
  coAgents: CoAgentValue[];
  coordinator: boolean;
  shortSale: boolean;
  inHouseEscrow: boolean;
  newConstruction: boolean;
  bonus: string;
  bothSides: boolean;
  /** '' until it is chosen. */
  side: EntryAnswer['side'] | '';
  otherBy: By;
  otherCommission: string;
  principal: boolean;
  holder: EntryAnswer['holder'];
  holderName: string;
  holderContact: string;
  fileNumber: string;
  expectedOn: string;
  fileUrl: string;
  note: string;
}

/** A percentage of the price, as long as no one has typed another; what a lease or referral earns differs each time. */
const usualOfSale = '2.5';

/** Takes the suggestion away with the kind that it is for, and brings it back; what was typed stays. */
export function commissionFor(
  kind: TransactionKind,
  { commissionBy, commission }: Pick<ClosingValues, 'commissionBy' | 'commission'>,
): Partial<Pick<ClosingValues, 'commissionBy' | 'commission'>> {
  if (!isSaleKind(kind) && commissionBy === 'rate' && commission === usualOfSale)
    return { commissionBy: 'amount', commission: '' };
  if (isSaleKind(kind) && commission === '') return { commissionBy: 'rate', commission: usualOfSale };
  return {};
}

export const emptyClosing: ClosingValues = {
  property: '',
  kind: 'residential',
  price: '',
  commissionBy: 'rate',
  commission: usualOfSale,
  credits: '',
  referral: false,
  referralBy: 'rate',
  referralPart: '25',
  broker: '',
  license: '',
  state: 'CA',
  coAgents: [],
  coordinator: false,
  shortSale: false,
  inHouseEscrow: false,
  newConstruction: false,
  bonus: '',
  bothSides: false,
  side: '',
  otherBy: 'rate',
  otherCommission: usualOfSale,
  principal: false,
  holder: 'escrow',
  holderName: '',
  holderContact: '',
  fileNumber: '',
  expectedOn: '',
  fileUrl: '',
  note: '',
};

const partText = (part: Part) => (part.by === 'rate' ? toDecimal(part.rate) : formatAmount(part.amount));
const amountText = (cents: number) => (cents === 0 ? '' : formatAmount(cents));

export function closingValues(
  entry: EntryAnswer,
  people: readonly { _id: string; name: string }[],
): ClosingValues {
  const { commission, referral, coAgents } = entry;
  return {
    ...emptyClosing,
    ...entry,
    side: entry.side ?? '',
    price: formatAmount(entry.price),
    commissionBy: commission.by,
    commission: partText(commission),
    credits: amountText(entry.credits),
    referral: referral !== null,
    ...(referral && {
      referralBy: referral.by,
      referralPart: partText(referral),
      broker: referral.broker,
      license: referral.license,
      state: referral.state,
    }),
    coAgents: coAgents.map(({ user, rate }) => ({
      user,
      name: people.find(({ _id }) => _id === user)?.name ?? 'A former member',
      rate: toDecimal(rate),
    })),
    bonus: amountText(entry.bonus),
    otherCommission: partText(commission),
    otherBy: commission.by,
    expectedOn: entry.expectedOn ?? '',
  };
}

/** A draft of an older version of the product keeps what still fits. */
export function draftValues(form: string): ClosingValues | undefined {
  if (form === '') return undefined;
  try {
    const kept: unknown = JSON.parse(form);
    if (typeof kept !== 'object' || kept === null) return undefined;
    const fitting = Object.entries(emptyClosing).flatMap(([name, value]) => {
      const own: unknown = Object.getOwnPropertyDescriptor(kept, name)?.value;
      return typeof own === typeof value && Array.isArray(own) === Array.isArray(value) ? [[name, own]] : [];
    });
    return { ...emptyClosing, ...Object.fromEntries(fitting) };
  } catch {
    return undefined;
  }
}

/** Messages by the path of the field in the call, the same as the server's. */
export type ClosingErrors = Record<string, string>;

interface Reader {
  errors: ClosingErrors;
  amount: (field: string, text: string, empty?: number) => number;
  rate: (field: string, text: string) => number;
  part: (field: string, by: By, text: string) => Part;
}

function reader(): Reader {
  const errors: ClosingErrors = {};
  const read = (field: string, value: number | undefined, message: string) => {
    if (value === undefined) errors[field] = message;
    return value ?? 0;
  };
  const amount = (field: string, text: string, empty?: number) =>
    text.trim() === '' && empty !== undefined ? empty : read(field, parseMoney(text), unreadAmount);
  const rate = (field: string, text: string) => read(field, parsePercent(text), unreadPercent);
  return {
    errors,
    amount,
    rate,
    part: (field, by, text) =>
      by === 'rate'
        ? { by, rate: rate(`${field}.rate`, text) }
        : { by, amount: amount(`${field}.amount`, text) },
  };
}

/** The figures for the statement next to the form, and errors for those that can't be read. */
export function readFigures(values: ClosingValues): { figures: ClosingFigures; errors: ClosingErrors } {
  const { errors, amount, rate, part } = reader();
  const { kind, broker, license, state } = values;
  const sale = isSaleKind(kind);
  const { price, newConstruction } = kindOf(kind);
  const figures: ClosingFigures = {
    kind,
    price: amount('price', values.price, price.isRequired ? undefined : 0),
    commission: part('commission', values.commissionBy, values.commission),
    credits: amount('credits', values.credits, 0),
    referral: values.referral
      ? {
          ...part('referral', values.referralBy, values.referralPart),
          broker: broker || 'the other broker',
          license,
          state,
        }
      : null,
    coAgents: values.coAgents.map(({ user, rate: share }, index) => ({
      user,
      rate: rate(`coAgents.${index}.rate`, share),
    })),
    coordinator: sale && values.coordinator,
    shortSale: sale && values.shortSale,
    inHouseEscrow: sale && values.inHouseEscrow,
    newConstruction: newConstruction !== 'never' && values.newConstruction,
    bonus: newConstruction === 'never' ? 0 : amount('bonus', values.bonus, 0),
    bothSides: values.bothSides,
  };
  return { figures, errors };
}

/** The body of the call, or what is wrong with what was typed. */
export function readClosing(values: ClosingValues): { body: SentClosing; errors: ClosingErrors } {
  const { figures, errors } = readFigures(values);
  const { part, errors: otherErrors } = reader();
  const otherSide = values.bothSides ? part('otherSide', values.otherBy, values.otherCommission) : null;
  Object.assign(errors, otherErrors);
  const need = (field: string, text: string, label: string) => {
    if (text.trim() === '') errors[field] = `${label} is required`;
  };
  need('property', values.property, 'Property');
  if (values.referral) {
    need('referral.broker', values.broker, 'Broker');
    need('referral.license', values.license, 'License');
    if (!/^[a-z]{2}$/i.test(values.state.trim())) errors['referral.state'] = 'State must be two letters';
  }
  if (values.fileUrl.trim() !== '' && !isPublicAddress(values.fileUrl.trim()))
    errors.fileUrl = notPublic('Link');
  const {
    property,
    principal,
    side,
    holder,
    holderName,
    holderContact,
    fileNumber,
    expectedOn,
    fileUrl,
    note,
  } = values;
  const body: SentClosing = {
    ...figures,
    referral: figures.referral && {
      ...figures.referral,
      broker: values.broker,
      license: values.license,
      state: values.state.trim().toUpperCase(),
    },
    coAgents: [...figures.coAgents],
    property,
    principal,
    ...(side && { side }),
    holder,
    holderName,
    holderContact,
    fileNumber,
    note,
    expectedOn: expectedOn === '' ? null : expectedOn,
    fileUrl: fileUrl.trim(),
    otherSide,
  };
  return { body, errors };
}

export const limits = maxLengths.closing;

/** Props of each part of the form. */
export interface FieldsProps {
  values: ClosingValues;
  change: (changes: Partial<ClosingValues>) => void;
  errors: ClosingErrors;
}
