import { draftStore } from './draft-store.ts';

export interface Draft {
  values: Record<string, string>;
  base: Record<string, string>;
  etag?: string | undefined;
  /** The ETag of the working copy on the server that it continues. */
  copy?: string | undefined;
}

/** Names begin with the user's id. What is read here is what was loaded when the session began, and written since. */
const drafts = new Map<string, Draft>();
/** Not while signing out: a form that is still open goes on to write. */
let areKept = true;
const store = draftStore(
  (name) => drafts.get(name),
  // Takes over changes from another tab of this browser.
  (name, value) => {
    if (isDraft(value)) drafts.set(name, value);
    else drafts.delete(name);
  },
  // Someone signed out in another tab.
  () => {
    areKept = false;
    drafts.clear();
  },
);

/** Before the office is shown to its user: a form begins with its draft. */
export async function loadDrafts(userId: string): Promise<void> {
  drafts.clear();
  areKept = true;
  for (const [name, value] of await store.load(`${userId}:`)) {
    // An older version of the product may have written it.
    if (isDraft(value)) drafts.set(name, value);
  }
}

export const readDraft = (name: string): Draft | undefined => drafts.get(name);

export function writeDraft(name: string, draft: Draft): void {
  if (!areKept) return;
  drafts.set(name, draft);
  store.changed(name);
}

export function deleteDraft(name: string): void {
  if (drafts.delete(name)) store.changed(name);
}

/** On signing out: everybody's, as the computer may be shared. */
export async function deleteDrafts(): Promise<void> {
  areKept = false;
  drafts.clear();
  await store.clear();
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('values' in value) || !('base' in value)) return false;
  return [value.values, value.base].every(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      Object.values(part).every((text) => typeof text === 'string'),
  );
}
