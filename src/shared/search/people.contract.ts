import { z } from 'zod';
import { closingStates } from '../closings/closing-states.ts';
import { closingLine, finding, openDues } from '../compliance/compliance.contract.ts';
import type { Contract } from '../contract.ts';
import { id, idParams, timestamp } from '../fields.ts';

/** Two kinds of what the office finds; each has an id, a name to show and a date, as with the search of everything. */
const foundPerson = z
  .strictObject({
    /** The id of the account. */
    _id: id,
    name: z.string(),
    date: timestamp,
    /** '' for none, and where it is not the caller's business. */
    license: z.string(),
    phone: z.string(),
  })
  .meta({ id: 'FoundPerson' });

const foundClosing = z
  .strictObject({
    _id: id,
    /** The property. */
    name: z.string(),
    date: timestamp,
    agent: z.string(),
    fileNumber: z.string(),
    state: z.enum(closingStates),
  })
  .meta({ id: 'FoundClosing' });

export const officeResults = z
  .strictObject({ people: z.array(foundPerson), closings: z.array(foundClosing) })
  .meta({ id: 'OfficeResults' });
export type OfficeResults = z.output<typeof officeResults>;

/** All that the office knows of a person; a part is null without the right to it. */
const personPage = z
  .strictObject({
    _id: id,
    name: z.string(),
    avatar: z.string().nullable(),
    state: z.enum(['active', 'invited', 'suspended']),
    /** In words; '' for none. */
    rights: z.string(),
    /** Whether there is one that the caller may open. */
    profile: z.boolean(),
    /** '' for none. To those with the right to closings or compliance; to others as the profile shows them. */
    email: z.string(),
    phone: z.string(),
    /** The tel: address of the phone number. */
    dial: z.string(),
    license: z.string(),
    /** Why they can't work today; to those with the right to closings or compliance. */
    stops: z.array(z.string()).nullable(),
    /** Findings of the desk; with the right to compliance. */
    findings: z.array(finding).nullable(),
    /** With the right to recruiting. */
    agreement: z
      .strictObject({
        /** The one in force. */
        inForce: z
          .strictObject({ _id: id, version: z.int(), signed: timestamp })
          .meta({ id: 'PersonAgreementInForce' })
          .nullable(),
        /** Until which day they are asked to sign. */
        askedUntil: z.iso.date().nullable(),
      })
      .meta({ id: 'PersonAgreement' })
      .nullable(),
    /** Steps of joining, or once they leave of leaving; with the right to compliance. */
    steps: z
      .strictObject({
        done: z.int(),
        total: z.int(),
        next: z.strictObject({ title: z.string(), due: z.iso.date() }).meta({ id: 'PersonStep' }).nullable(),
      })
      .meta({ id: 'PersonSteps' })
      .nullable(),
    /** With the right to closings: those under way, counted up to 1,000, and those paid in the year; then the newest ones. */
    closings: z
      .strictObject({
        year: z.int(),
        open: z.int(),
        paid: z.int(),
        newest: z.array(closingLine),
      })
      .meta({ id: 'PersonClosings' })
      .nullable(),
    /** Open ones, in cents; with the right to closings. */
    dues: openDues.nullable(),
    /** The newest events about the account; for admins. */
    events: z
      .array(
        z
          .strictObject({
            _id: id,
            date: timestamp,
            by: z.string(),
            what: z.string(),
            details: z.string(),
          })
          .meta({ id: 'PersonEvent' }),
      )
      .nullable(),
  })
  .meta({ id: 'PersonPage' });
export type PersonPage = z.output<typeof personPage>;

export const peopleContract = {
  'GET /api/people/:id': {
    summary:
      'A member as the office knows them, each part to those with the right to it; 403 without a right to recruiting, closings or compliance',
    access: 'member',
    params: idParams('Member'),
    response: personPage,
  },
} satisfies Contract;
