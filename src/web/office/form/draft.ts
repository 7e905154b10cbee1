const prefix = 'draft:';

/** What was typed and not saved, and the version it started from. */
export interface Draft {
  values: Record<string, string>;
  base: Record<string, string>;
  etag?: string | undefined;
}

/** Drafts live as long as their tab: a reload, a crash and an expired session lose nothing, a shared computer keeps nothing. */
export function readDraft(name: string): Draft | undefined {
  const stored = sessionStorage.getItem(prefix + name);
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
    sessionStorage.setItem(prefix + name, JSON.stringify(draft));
  } catch {
    // Full: the draft is a convenience, typing goes on without it.
  }
}

export const forgetDraft = (name: string): void => sessionStorage.removeItem(prefix + name);

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  }
}
