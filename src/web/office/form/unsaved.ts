/** The forms with something typed that is not saved. */
const unsaved = new Set<object>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** Marks a form as unsaved until the function it returns is called. */
export function markUnsaved(): () => void {
  const form = {};
  unsaved.add(form);
  return () => unsaved.delete(form);
}
