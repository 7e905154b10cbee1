/** How new construction of this kind is charged: there is none, by the published fees, or by a quote of the office. */
type NewConstruction = 'never' | 'charged' | 'quoted';

interface KindRecord {
  label: string;
  /** For lists, which have little room. */
  short: string;
  /** One of them and several, within a sentence. */
  nouns: readonly [string, string];
  /** The rule of the fees: that of sales with its two tiers, or one that asks no price. */
  fees: 'sale' | 'lease' | 'referral';
  price: {
    /** In forms, and in the history. */
    field: string;
    /** In documents. */
    line: string;
    /** Else 0 stands for none. */
    isRequired: boolean;
  };
  newConstruction: NewConstruction;
  /** How the brokerage gets the money: from escrow by a letter, or by an invoice to who owes the commission. */
  paidBy: 'letter' | 'payer-invoice';
  /** Offered by the public calculator; the others are for closings only. */
  inCalculator: boolean;
}

const sale = {
  fees: 'sale',
  price: { field: 'Sale price', line: 'Sales price', isRequired: true },
  newConstruction: 'charged',
  paidBy: 'letter',
  inCalculator: true,
} as const;

/** Everything that is known of a kind of transaction, in the order of the choices (docs/product.md P2 and P29.1). */
export const transactionKinds = {
  residential: { ...sale, label: 'Residential sale', short: 'Residential', nouns: ['sale', 'sales'] },
  commercial: {
    ...sale,
    label: 'Commercial sale (5+ units, mixed use, land)',
    short: 'Commercial',
    nouns: ['commercial sale', 'commercial sales'],
  },
  lease: {
    label: 'Lease',
    short: 'Lease',
    nouns: ['lease', 'leases'],
    fees: 'lease',
    price: { field: 'Rent', line: 'Rent', isRequired: true },
    newConstruction: 'never',
    paidBy: 'payer-invoice',
    inCalculator: true,
  },
  referral: {
    label: 'Referral',
    short: 'Referral',
    nouns: ['referral', 'referrals'],
    fees: 'referral',
    price: { field: 'Sale price', line: 'Sales price', isRequired: false },
    newConstruction: 'quoted',
    paidBy: 'letter',
    inCalculator: true,
  },
} as const satisfies Record<string, KindRecord>;

export type TransactionKind = keyof typeof transactionKinds;

type KindsWith<Fees extends KindRecord['fees']> = {
  [Kind in TransactionKind]: (typeof transactionKinds)[Kind]['fees'] extends Fees ? Kind : never;
}[TransactionKind];
export type SaleKind = KindsWith<'sale'>;

export const isTransactionKind = (value: unknown): value is TransactionKind =>
  typeof value === 'string' && Object.hasOwn(transactionKinds, value);

export const kindNames: TransactionKind[] = Object.keys(transactionKinds).filter(isTransactionKind);

export const kindOf = (kind: TransactionKind): KindRecord => transactionKinds[kind];

export const isSaleKind = (kind: TransactionKind): kind is SaleKind => kindOf(kind).fees === 'sale';

export const calculatorKinds: TransactionKind[] = kindNames.filter((kind) => kindOf(kind).inCalculator);

/** The part of a deal that is ours. */
export const dealSides = { listing: 'Listing side', buyer: 'Buyer’s side', both: 'Both sides' } as const;
