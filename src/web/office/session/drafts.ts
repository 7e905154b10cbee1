import { hour } from '../../../shared/time.ts';
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
/** The author's id, with which the names begin: forms of the person before, if still open, go on to write. */
let prefix = '';
/** False while signing out, and after a session has ended. */
let isWriting = true;
const isWanted = (name: string): boolean => isWriting && name.startsWith(prefix);
const store = draftStore(
  (name) => drafts.get(name),
  // Takes over changes from another tab of this browser.
  (name, value) => {
    if (isDraft(value) && isWanted(name)) drafts.set(name, value);
    else drafts.delete(name);
  },
  // Someone signed out in another tab.
  () => {
    isWriting = false;
    drafts.clear();
  },
);

/** For an author whose session has ended to sign in again (docs/security.md S2.10). In words on SessionExpiredPage. */
const lifetime = 8 * hour;
/** In local storage, for all tabs: until when. */
const deadlineKey = 'drafts-until';
let timer: number | undefined;

/** Drafts stay for their author to sign in again, and go when no one does. */
export function awaitAuthor(): void {
  isWriting = false;
  const until = deadline() ?? Date.now() + lifetime;
  try {
    localStorage.setItem(deadlineKey, String(until));
  } catch {
    // Storage is blocked: there is no session that could end.
  }
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (isOverdue()) void deleteDrafts();
  }, until - Date.now());
}

function deadline(): number | undefined {
  try {
    const stored = localStorage.getItem(deadlineKey);
    return stored === null ? undefined : Number(stored);
  } catch {
    return undefined;
  }
}

const isOverdue = (): boolean => (deadline() ?? Number.POSITIVE_INFINITY) <= Date.now();

function forgetDeadline(): void {
  clearTimeout(timer);
  try {
    localStorage.removeItem(deadlineKey);
  } catch {
    // There is none.
  }
}

/** Before the office is shown to its user: a form begins with its draft. */
export async function loadDrafts(userId: string): Promise<void> {
  drafts.clear();
  prefix = `${userId}:`;
  // Without a word to other tabs, which load the drafts of this user, too.
  if (isOverdue()) await store.clear();
  forgetDeadline();
  isWriting = true;
  for (const [name, value] of await store.load(prefix)) {
    // An older version of the product may have written it.
    if (isDraft(value)) drafts.set(name, value);
  }
}

export const readDraft = (name: string): Draft | undefined => drafts.get(name);

export function writeDraft(name: string, draft: Draft): void {
  if (!isWanted(name)) return;
  drafts.set(name, draft);
  store.changed(name);
}

export function deleteDraft(name: string): void {
  if (drafts.delete(name)) store.changed(name);
}

/** On signing out: everybody's, as the computer may be shared. */
export async function deleteDrafts(): Promise<void> {
  isWriting = false;
  drafts.clear();
  forgetDeadline();
  await store.clearAll();
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
