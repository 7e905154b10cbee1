interface Shortcut {
  name: string;
  /** In the form of prosemirror-keymap; buttons show the first. */
  keys: readonly [string, ...string[]];
  does: string;
}

/** Shortcuts in the order of their list. One named like a command runs it. */
export const shortcuts = [
  { name: 'bold', keys: ['Mod-b'], does: 'Bold' },
  { name: 'italic', keys: ['Mod-i'], does: 'Italic' },
  { name: 'strike', keys: ['Mod-Shift-x'], does: 'Strikethrough' },
  { name: 'code', keys: ['Mod-e'], does: 'Code' },
  { name: 'link', keys: ['Mod-k'], does: 'Link' },
  { name: 'heading1', keys: ['Mod-Alt-1'], does: 'Largest heading' },
  { name: 'heading2', keys: ['Mod-Alt-2'], does: 'Heading' },
  { name: 'heading3', keys: ['Mod-Alt-3'], does: 'Smaller heading' },
  { name: 'paragraph', keys: ['Mod-Alt-0'], does: 'Paragraph' },
  { name: 'bullets', keys: ['Mod-Shift-8'], does: 'List' },
  { name: 'numbers', keys: ['Mod-Shift-7'], does: 'Numbered list' },
  { name: 'quote', keys: ['Mod-Shift-9'], does: 'Quote' },
  { name: 'codeBlock', keys: ['Mod-Alt-c'], does: 'Code block' },
  { name: 'indent', keys: ['Tab'], does: 'Indent a list item; next table cell' },
  { name: 'outdent', keys: ['Shift-Tab'], does: 'Outdent a list item; previous table cell' },
  { name: 'lineBreak', keys: ['Shift-Enter'], does: 'Line break' },
  { name: 'blocks', keys: ['/'], does: 'On an empty line: block menu' },
  { name: 'undo', keys: ['Mod-z'], does: 'Undo' },
  { name: 'redo', keys: ['Mod-Shift-z', 'Mod-y'], does: 'Redo' },
  { name: 'find', keys: ['Mod-f'], does: 'Find in the text' },
  { name: 'save', keys: ['Mod-s'], does: 'Save the working copy' },
  { name: 'publish', keys: ['Mod-Enter'], does: 'Publish (asks first)' },
  { name: 'toolbar', keys: ['Alt-F10'], does: 'Go to the toolbar; Escape goes back' },
  { name: 'shortcuts', keys: ['Mod-/'], does: 'This list' },
] as const satisfies readonly Shortcut[];
export type ShortcutName = (typeof shortcuts)[number]['name'];

/** A keymap: each key with what it runs. */
export function keysTo<Run>(runs: Partial<Record<ShortcutName, Run>>): Record<string, Run> {
  const map: Record<string, Run> = {};
  for (const { name, keys } of shortcuts) {
    const run = runs[name];
    if (run) for (const key of keys) map[key] = run;
  }
  return map;
}

/** The keys of one, if it has any. */
export const keysOf = (wanted: string): string | undefined =>
  shortcuts.find(({ name }) => name === wanted)?.keys[0];

/** Key names for readers; `mod` is the local name of Ctrl or ⌘. */
export const spelled = (keys: string, mod: string): string =>
  keys
    .split('-')
    .map((key) => (key === 'Mod' ? mod : key.length === 1 ? key.toUpperCase() : key))
    .join(' + ');
