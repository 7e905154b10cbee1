const unsaved = new Set<object>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** Marks a form as unsaved until the returned function is called. */
export function markUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => unsaved.delete(form);
}
