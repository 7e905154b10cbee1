import { z } from 'zod';
import { feeSchedule } from '../fees/fees.contract.ts';
import { id, noted, person, timestamp } from '../fields.ts';
import { ownWork } from '../waiting/own-work.ts';
import { type DeductionKind, sideChoices } from './closing.ts';
import { closingEventKinds } from './closing-events.ts';
import { decidedNames } from './closing-fields.ts';
import { closingStates } from './closing-states.ts';
import { kindNames } from './transaction-kinds.ts';

/** The API's answers about closings. */

const day = z.iso.date();
const cents = z.int();

/** As settleClosing has it: the lines add up to `agentKeeps`. */
const settlementLine = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    rule: z.string(),
    amount: cents,
    estimate: z.boolean().optional(),
    user: id.optional(),
    /** That of a deduction. */
    kind: z.enum(['annual', 'carried', 'other'] satisfies DeductionKind[]).optional(),
  })
  .meta({ id: 'SettlementLine' });

/** `name` of who gets it; of another broker with license and state. */
const closingPayee = z
  .strictObject({
    to: z.enum(['broker', 'agent', 'co-agent', 'other-broker']),
    user: id.optional(),
    name: z.string(),
    license: z.string().optional(),
    state: z.string().optional(),
    amount: cents,
  })
  .meta({ id: 'ClosingPayee' });

const outcomeKinds = ['letter', 'payer-invoice', 'agent-invoice'] as const;

const statement = z
  .strictObject({
    lines: z.array(settlementLine),
    gross: cents,
    credits: cents,
    fees: cents,
    deductions: cents,
    agentKeeps: cents,
    payees: z.array(closingPayee),
    outcome: z.enum(outcomeKinds),
    /** Amount of an invoice. */
    invoice: cents.nullable(),
    /** Questions that the office has yet to decide, in words. */
    open: z.array(z.strictObject({ id: z.string(), text: z.string() })),
    /** True when the approval has fixed the fees. Before that, the fees of today apply. */
    frozen: z.boolean(),
  })
  .meta({ id: 'ClosingStatement' });
export type ClosingStatementAnswer = z.output<typeof statement>;

const letterKinds = ['letter', 'payer-invoice', 'agent-invoice', 'notice'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** A notice says that the letter `withdraws` is withdrawn. */
export const closingLetter = z
  .strictObject({
    number: z.int(),
    kind: z.enum(letterKinds),
    date: timestamp,
    by: z.string(),
    sent: timestamp.nullable(),
    withdrawn: z.strictObject({ date: timestamp, reason: z.string(), notice: z.int() }).nullable(),
    withdraws: z.int().nullable(),
    /** SHA-256 of the file; null for a moment, until it is drawn. */
    hash: z.string().nullable(),
    /** For the office: the address to which all emails failed, so that it can be emailed again. */
    failedEmail: z.string().optional(),
  })
  .meta({ id: 'ClosingLetter' });

/** running: until a later day · due: today · late: not paid in time · kept, broken: once paid */
const promiseStates = ['running', 'due', 'late', 'kept', 'broken'] as const;
export const promiseAnswer = z
  .strictObject({
    /** When the package was complete. */
    from: timestamp,
    due: day,
    state: z.enum(promiseStates),
  })
  .meta({ id: 'ClosingPromise' });

export const correction = z
  .strictObject({
    _id: id,
    on: day,
    reason: z.string(),
    price: cents,
    gross: cents,
    fees: cents,
    kept: cents,
    date: timestamp,
    by: z.string(),
  })
  .meta({ id: 'ClosingCorrection' });

const partAnswer = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('rate'), rate: z.int() }),
  z.strictObject({ by: z.literal('amount'), amount: cents }),
]);
const otherBroker = { broker: z.string(), license: z.string(), state: z.string() };

/** As it was reported, or changed since. */
const entryAnswer = z
  .strictObject({
    property: z.string(),
    kind: z.enum(kindNames),
    price: cents,
    commission: partAnswer,
    credits: cents,
    referral: z
      .discriminatedUnion('by', [
        z.strictObject({ by: z.literal('rate'), rate: z.int(), ...otherBroker }),
        z.strictObject({ by: z.literal('amount'), amount: cents, ...otherBroker }),
      ])
      .nullable(),
    coAgents: z.array(z.strictObject({ user: id, rate: z.int() })),
    coordinator: z.boolean(),
    shortSale: z.boolean(),
    inHouseEscrow: z.boolean(),
    newConstruction: z.boolean(),
    bonus: cents,
    bothSides: z.boolean(),
    side: z.enum(['listing', 'buyer', 'both']).optional(),
    principal: z.boolean(),
    holder: z.enum(['escrow', 'title', 'payer']),
    holderName: z.string(),
    holderContact: z.string(),
    fileNumber: z.string(),
    expectedOn: day.nullable(),
    fileUrl: z.string(),
    note: z.string(),
  })
  .meta({ id: 'ClosingEntry' });
export type EntryAnswer = z.output<typeof entryAnswer>;

/** `role`: of the caller. */
const closingRoles = ['agent', 'co-agent'] as const;

export const linkedClosing = z
  .strictObject({
    _id: id,
    agent: person,
    property: z.string(),
    state: z.enum(closingStates),
    /** Null for a member who is not its agent. */
    gross: cents.nullable(),
    sides: z.enum(sideChoices).nullable(),
  })
  .meta({ id: 'LinkedClosing' });

export const closingRow = z
  .strictObject({
    _id: id,
    property: z.string(),
    kind: z.enum(kindNames),
    price: cents,
    agent: person,
    state: z.enum(closingStates),
    /** Since when it is in this state. */
    since: timestamp,
    reported: timestamp,
    expectedOn: day.nullable(),
    gross: cents,
    fees: cents,
    kept: cents,
    /** Until the office has approved it, the figures may change. */
    approved: z.boolean(),
    promise: promiseAnswer.nullable(),
    paidOn: day.nullable(),
  })
  .meta({ id: 'ClosingRow' });
export type ClosingRowAnswer = z.output<typeof closingRow>;

/** `kept` is the caller's own part: for a co-agent, the share. */
export const ownClosingRow = closingRow.extend({ role: z.enum(closingRoles) }).meta({ id: 'OwnClosingRow' });
export type OwnClosingRow = z.output<typeof ownClosingRow>;

const common = {
  _id: id,
  agent: person,
  state: z.enum(closingStates),
  since: timestamp,
  reported: timestamp,
  /** For If-Match, as of the ETag. */
  version: z.int(),
  statement,
  /** Names of the members in `entry.coAgents`. */
  coAgents: z.array(person),
  /** The change that the office asks for. */
  asked: z.string(),
  /**
   * The change to an approved closing that its agent asks the office for; '' once the office has acted, or without one.
   */
  request: z.string(),
  approved: noted.nullable(),
  letters: z.array(closingLetter),
  promise: promiseAnswer.nullable(),
  closedOn: day.nullable(),
  packageAt: timestamp.nullable(),
  fundsAt: timestamp.nullable(),
  paid: z
    .strictObject({ on: day, method: z.string(), by: z.string() })
    .meta({ id: 'ClosingPaid' })
    .nullable(),
  fell: z.strictObject({ date: timestamp, reason: z.string() }).meta({ id: 'ClosingFell' }).nullable(),
  corrections: z.array(correction),
  /** Points to look at that stop nothing, in words. */
  warnings: z.array(z.string()),
};

/** For a co-agent: without note, link, contact, letters, deductions and what the agent keeps. */
export const ownClosing = z
  .strictObject({
    ...common,
    role: z.enum(closingRoles),
    entry: entryAnswer,
    linked: z.array(linkedClosing),
    /** Whether the caller may change it now, and whether that withdraws a letter. */
    mayChange: z.boolean(),
    /** Whether the caller may ask the office for a change. */
    mayAsk: z.boolean(),
    withdraws: z.boolean(),
    /** The part paid to the caller. */
    kept: cents,
  })
  .meta({ id: 'OwnClosing' });
export type OwnClosing = z.output<typeof ownClosing>;

const closingEvent = z
  .strictObject({
    _id: id,
    kind: z.enum(closingEventKinds),
    by: z.string(),
    text: z.string(),
    date: timestamp,
  })
  .meta({ id: 'ClosingEvent' });
export type ClosingEvent = z.output<typeof closingEvent>;

const openCharge = z
  .strictObject({
    _id: id,
    label: z.string(),
    amount: cents,
    reason: z.string(),
    date: timestamp,
    /** The property of the closing from which it stays due. */
    from: z.string(),
    /** How it stands in the statement of the closing that keeps it. */
    deduction: z
      .strictObject({ kind: z.enum(['annual', 'carried', 'other']), reason: z.string() })
      .meta({ id: 'ChargeDeduction' }),
  })
  .meta({ id: 'ClosingCharge' });

/** Charged when negative, waived when positive. */
export const reasonedLine = z
  .strictObject({ label: z.string(), amount: cents, reason: z.string() })
  .meta({ id: 'ReasonedLine' });

const decisionsAnswer = z
  .strictObject({
    basis: z.string().nullable(),
    sides: z.enum(sideChoices).nullable(),
    otherCommission: cents.nullable(),
    bonus: z.enum(['counts', 'apart']).nullable(),
    settled: z.strictObject({ estimate: cents, fee: cents }).nullable(),
    newConstruction: cents.nullable(),
    inHouseEscrow: cents.nullable(),
    lines: z.array(reasonedLine),
    deductions: z.array(
      z.strictObject({ kind: z.enum(['annual', 'other']), amount: cents, reason: z.string() }),
    ),
    carried: z.array(id),
  })
  .meta({ id: 'ClosingDecisions' });

/** Decided or ticked for other facts than those of today. */
const reopenedDecision = z
  .strictObject({ decision: z.enum(decidedNames), text: z.string() })
  .meta({ id: 'ReopenedDecision' });

/** The letter or invoice as an approval would make it now, without number, date and signature. */
const letterPreview = z
  .strictObject({
    title: z.string(),
    facts: z.array(z.strictObject({ label: z.string(), value: z.string() }).meta({ id: 'LetterFact' })),
    tables: z.array(
      z
        .strictObject({
          caption: z.string(),
          header: z.array(z.string()),
          rows: z.array(z.array(z.string())),
        })
        .meta({ id: 'LetterTable' }),
    ),
    texts: z.array(z.string()),
    /** SHA-256 of all that it says, to send back with the approval. */
    sha256: z.string(),
  })
  .meta({ id: 'LetterPreview' });
export type LetterPreview = z.output<typeof letterPreview>;

export const letterEmail = z
  .strictObject({
    /** The address to start with: that of the contact, or of the agent for their invoice; '' without one. */
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    attachment: z.string(),
    /** Gets a copy, with these files; null when the agent's account is not active. */
    agent: z.strictObject({ name: z.string(), attachments: z.array(z.string()) }).nullable(),
  })
  .meta({ id: 'LetterEmail' });
export type LetterEmail = z.output<typeof letterEmail>;

const sameFile = z
  .strictObject({ _id: z.string(), property: z.string(), state: z.enum(closingStates) })
  .meta({ id: 'ClosingOfSameFile' });

export const officeClosing = z
  .strictObject({
    ...common,
    entry: entryAnswer,
    linked: z.array(linkedClosing),
    decisions: decisionsAnswer,
    /** Charges of the agent's earlier closings that are still due. */
    charges: z.array(openCharge),
    /** Whether the agent's annual fee is noted as paid. */
    annualFeePaid: z.boolean(),
    /** The property of another closing of the agent that keeps the annual fee; null without one. */
    annualFeeTaken: z.string().nullable(),
    /** Gross of the agent's other side that is paid or goes on: `otherCommission` if it is left out; null without one. */
    otherSideGross: cents.nullable(),
    /** SHA-256 of all that decisions rest on, to send back with them. */
    situation: z.string(),
    /** Open again, as it was decided or ticked for something else. */
    reopened: z.array(reopenedDecision),
    /** Until the approval; null after it. */
    letter: letterPreview.nullable(),
    /** Obstacles to the next step: approval, sending the letter, or payment. In words; empty when there is none. */
    obstacles: z.array(z.string()),
    /** Whether the setting names the caller. */
    mayApprove: z.boolean(),
    /** How the caller is paid by the deal, in words, and whether they may act on it all the same; null for others. */
    interest: ownWork.nullable(),
    /** Names of its members whose accounts are suspended; they are paid all the same. */
    suspended: z.array(z.string()),
    /** Other closings of the agent with this file number, not linked to it: at most 10. */
    sameFile: z.array(sameFile),
    /** The fees, and the agreement, behind the statement, so that the screen shows a decision's effect at once. */
    fees: feeSchedule,
    feesVersion: z.int(),
    agreement: z.string().nullable(),
    /** The day of the broker's signature on that agreement, as long as it is there. */
    agreementOn: z.iso.date().nullable(),
    package: z.array(z.strictObject({ item: z.string(), ticked: noted.nullable() })),
    /** The fees that would stay due if it fell through. */
    dueAfterFall: z.array(settlementLine),
    /** Newest first, at most 200. */
    events: z.array(closingEvent),
  })
  .meta({ id: 'OfficeClosing' });
export type OfficeClosing = z.output<typeof officeClosing>;
