/** Of the session storage. */
export const calculationKey = 'calculation';
/** Where the browser stores nothing, for this page. */
export const memory = new Map<string, string>();
