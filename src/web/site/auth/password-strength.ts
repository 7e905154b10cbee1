/** 0 for none or too short; 4 is the best. */
export interface Strength {
  level: 0 | 1 | 2 | 3 | 4;
  label: string;
}

/** A hint: length counts most, repetition not at all. The server enforces the rules. */
export function strengthOf(typed: string): Strength {
  // No accepted password is longer.
  const password = typed.slice(0, 256);
  const length = [...password].length;
  if (length === 0) return { level: 0, label: '' };
  if (length < 8) return { level: 0, label: 'Too short' };
  const different = new Set(password.toLowerCase()).size;
  const score = Math.min(length, different * 2) + kindsIn(password) * 2;
  if (score < 14) return { level: 1, label: 'Weak' };
  if (score < 18) return { level: 2, label: 'Fair' };
  if (score < 23) return { level: 3, label: 'Good' };
  return { level: 4, label: 'Strong' };
}

const kindsIn = (password: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
