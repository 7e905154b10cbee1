const prefix = 'draft:';

/** What was typed and not saved, and the version it started from. */
export interface Draft {
  values: Record<string, string>;
  base: Record<string, string>;
  etag?: string | undefined;
}

/**
 * Drafts outlive their tab, so that a crash, too, loses nothing; each belongs to one person (its name begins with
 * their id), and signing out forgets them all, so that a shared computer keeps nothing.
 */
export function readDraft(name: string): Draft | undefined {
  const stored = localStorage.getItem(prefix + name);
  const draft: unknown = stored === null ? undefined : JSON.parse(stored);
  return isDraft(draft) ? draft : undefined;
}

/** An older version of this product may have written it, before a reload brought this one. */
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
    // Full: the draft is a convenience, typing goes on without it.
  }
}

export const deleteDraft = (name: string): void => localStorage.removeItem(prefix + name);

export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key);
  }
}
