import { z } from 'zod';
import { education, fileEntry, finding } from '../compliance/compliance.contract.ts';
import type { Contract } from '../contract.ts';
import { idParams } from '../fields.ts';
import { certificateFields, documentFields } from '../member-files/member-file.ts';

/** A member's own file: missing items, and documents they have handed in. */
const ownFile = z
  .strictObject({
    findings: z.array(finding),
    education,
    /** Certificates, renewals, documents, files and what the office said about them, newest first. */
    entries: z.array(fileEntry),
  })
  .meta({ id: 'OwnFile' });
export type OwnFile = z.output<typeof ownFile>;

export const educationContract = {
  'GET /api/education': {
    summary: "One's own missing items and recorded education",
    access: 'member',
    response: ownFile,
  },
  'POST /api/education/certificates': {
    summary: 'Submit a certificate; its file comes with the next call',
    access: 'member',
    limit: 'education',
    body: certificateFields,
    response: ownFile,
  },
  'DELETE /api/education/certificates/:id': {
    summary: 'Withdraw a certificate that the office has not decided on; it stays in the history',
    access: 'member',
    limit: 'education',
    params: idParams('Certificate'),
    response: ownFile,
  },
  'POST /api/education/documents': {
    summary: 'Hand in a W-9, a policy or a license; its file comes with the next call',
    access: 'member',
    limit: 'education',
    body: documentFields,
    response: ownFile,
  },
  'DELETE /api/education/documents/:id': {
    summary: 'Withdraw a document that the office has not decided on; it stays in the history',
    access: 'member',
    limit: 'education',
    params: idParams('Document'),
    response: ownFile,
  },
  'POST /api/education/renewal': {
    summary: 'Say that all education for the next renewal is done; the office confirms it',
    access: 'member',
    limit: 'education',
    response: ownFile,
  },
} satisfies Contract;

/** Calls with a file, which have a scope of their own. */
export const educationFilesContract = {
  'POST /api/education/certificates/:id/file': {
    summary: 'Add a PDF or photo of a certificate, or of one of its pages',
    access: 'member',
    limit: 'upload',
    params: idParams('Certificate'),
    response: fileEntry,
  },
  'POST /api/education/documents/:id/file': {
    summary: 'Add a PDF or photo of a document; the office is told of the first, and checks it off',
    access: 'member',
    limit: 'upload',
    params: idParams('Document'),
    response: fileEntry,
  },
  'GET /api/education/files/:id': {
    summary: "A PDF or photo of one's own, by its entry",
    access: 'member',
    params: idParams('File'),
    head: false,
    produces: ['application/pdf', 'image/jpeg'],
    response: z.string(),
  },
} satisfies Contract;
