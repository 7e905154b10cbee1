import type { Right } from '../users/rights.ts';

/** Things that wait for the office. */
export type WorkKind = 'lead' | 'application' | 'agreement' | 'closing' | 'document';

interface WorkEvent {
  kind: WorkKind;
  /** The right without which no one is told. */
  area: Right;
  /** Follows the name of the person that it is about. */
  says: string;
}

/** Why someone in the office has to act (docs/product.md P15.3); screens and emails use these words. */
export const workEvents = {
  wrote: { kind: 'lead', area: 'recruiting', says: 'sent an inquiry' },
  'wrote-again': { kind: 'lead', area: 'recruiting', says: 'sent another inquiry' },
  signed: {
    kind: 'application',
    area: 'recruiting',
    says: 'signed the agreement: check the license, and decide',
  },
  'to-countersign': {
    kind: 'application',
    area: 'recruiting',
    says: "is approved, and waits for the broker's signature",
  },
  answered: { kind: 'application', area: 'recruiting', says: 'answered your question' },
  'said-no': { kind: 'application', area: 'recruiting', says: 'said no to the application' },
  'signed-again': {
    kind: 'agreement',
    area: 'recruiting',
    says: "signed the new agreement, which waits for the broker's signature",
  },
  reported: { kind: 'closing', area: 'closings', says: 'reported a closing' },
  corrected: { kind: 'closing', area: 'closings', says: 'changed a closing as the office asked' },
  'change-asked': { kind: 'closing', area: 'closings', says: 'asks for a change of an approved closing' },
  approved: { kind: 'closing', area: 'closings', says: 'has an approved closing: send its letter' },
  withdrawn: { kind: 'closing', area: 'closings', says: 'has a closing whose approval was withdrawn' },
  reopened: { kind: 'closing', area: 'closings', says: 'has an approved closing that is open again' },
  'handed-in': { kind: 'document', area: 'compliance', says: 'handed in a document: check it off' },
} as const satisfies Record<string, WorkEvent>;

export type WorkEventName = keyof typeof workEvents;

const isName = (name: string): name is WorkEventName => Object.hasOwn(workEvents, name);
export const workEventNames = Object.keys(workEvents).filter(isName);

const places: Record<WorkKind, (id: string) => string> = {
  lead: (id) => `/dashboard/leads/${id}`,
  application: (id) => `/dashboard/applications/${id}`,
  agreement: (id) => `/dashboard/admin/agreement/signed?id=${id}`,
  closing: (id) => `/dashboard/admin/closings/${id}`,
  document: (id) => `/dashboard/admin/compliance/${id}`,
};

/** The address of the very thing in the office. */
export const placeOfWork = (kind: WorkKind, id: string): string => places[kind](id);

export const ownClosingPlace = (id: string): string => `/dashboard/my-closings/${id}`;

const ownDuesPlace = '/dashboard/my-closings/dues';
const checksPath = '/dashboard/admin/compliance/checks';

/** Where an act of the list of what waits is done; with its dialog open where there is one. */
export function placeOfAct({
  kind,
  _id,
  act,
}: {
  kind: WorkKind | 'license' | 'due';
  _id: string;
  act: string;
}): string {
  if (kind === 'license') return checksPath;
  if (kind === 'due') return act === 'owe' ? ownDuesPlace : `/dashboard/admin/dues?due=${_id}`;
  const place = placeOfWork(kind, _id);
  return act === 'pay' ? `${place}?act=paid` : place;
}
