export const singleKeys = 'single-keys';

/** Whether letters without Ctrl work as keys; each person can turn them off, as speech input types letters, too. */
export const hasSingleKeys = (): boolean => localStorage.getItem(singleKeys) === null;

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

export const isTyping = ({ target }: Event): boolean => target instanceof Element && target.matches(fields);
