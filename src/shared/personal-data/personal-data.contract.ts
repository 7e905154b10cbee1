import { z } from 'zod';
import { authContract } from '../auth/auth.contract.ts';
import type { Contract } from '../contract.ts';
import { id, idParams, message, timestamp } from '../fields.ts';

/** Rows of a table about a person. */
const heldRows = z
  .strictObject({
    table: z.string(),
    holds: z.string(),
    rows: z.int(),
    /** False: the rows stay, without what names the person. */
    goes: z.boolean(),
    /** Why they stay. */
    why: z.string().nullable(),
  })
  .meta({ id: 'HeldRows' });

const personalData = z
  .strictObject({
    email: z.string(),
    /** The account, if there is one. */
    user: id.nullable(),
    /** Nothing can be erased while it lasts. */
    legalHold: z.boolean(),
    held: z.array(heldRows),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.output<typeof personalData>;

const dataExport = z
  .strictObject({
    _id: id,
    email: z.string(),
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    /** 0 to 1. */
    progress: z.number(),
    /** Size of the file. */
    bytes: z.int(),
    date: timestamp,
    expires: timestamp,
  })
  .meta({ id: 'DataExport' });
export type DataExport = z.output<typeof dataExport>;

/** The person a call is about. Uses the same body as there: the API's document describes no object twice. */
const personAsked = authContract['POST /api/auth/reset-password'].body;

export const personalDataContract = {
  'GET /api/exports': {
    summary: 'The exports of personal data that one asked for in the last 7 days, newest first',
    access: 'member',
    response: z.array(dataExport),
  },
  'POST /api/exports': {
    summary: 'Ask for an export of one’s own data; it is made in the background',
    access: 'member',
    confirm: 'needed',
    limit: 'export',
    response: dataExport,
  },
  'POST /api/exports/person': {
    summary: 'Ask for an export of all data stored about an email address',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    body: personAsked,
    response: dataExport,
  },
  'GET /api/exports/:id/file': {
    summary: 'The file of an export, for the person who asked for it',
    access: 'member',
    confirm: 'needed',
    limit: 'exportFile',
    head: false,
    params: idParams('Export'),
    produces: 'application/zip',
    response: z.string(),
  },
  'POST /api/personal-data/preview': {
    summary: 'The data stored about an email address, and what an erasure would do to it',
    access: 'admin',
    confirm: { none: 'Counts rows and shows none' },
    scope: null,
    limit: 'privacy',
    body: personAsked,
    response: personalData,
  },
  'POST /api/personal-data/erasure': {
    summary: 'Erase everything about an email address that need not stay',
    access: 'admin',
    confirm: 'needed',
    limit: 'privacy',
    body: personAsked,
    response: message,
  },
} satisfies Contract;
