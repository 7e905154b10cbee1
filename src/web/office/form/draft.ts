const prefix = 'draft:';

export interface Draft {
  values: Record<string, string>;
  base: Record<string, string>;
  etag?: string | undefined;
  /** The ETag of the working copy on the server that it continues. */
  copy?: string | undefined;
}

/** Drafts survive a crash in local storage; names begin with the user's id, and signing out deletes them all. */
export function readDraft(name: string): Draft | undefined {
  const stored = localStorage.getItem(prefix + name);
  const draft: unknown = stored === null ? undefined : JSON.parse(stored);
  return isDraft(draft) ? draft : undefined;
}

/** An older version of the product may have written it. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('values' in value) || !('base' in value)) return false;
  return [value.values, value.base].every(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      Object.values(part).every((text) => typeof text === 'string'),
  );
}

export function writeDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Storage is full: go on without a draft.
  }
}

export const deleteDraft = (name: string): void => localStorage.removeItem(prefix + name);

export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}
