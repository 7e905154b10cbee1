import { recentChoicesKey } from '../../session.ts';
import type { Choice } from './places.ts';

const max = 5;

/** A user's last choices in this browser, the latest first; signing out forgets them. */
export function recentChoices(userId: string): Choice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentChoicesKey) ?? 'null');
    return isRecent(stored) && stored.user === userId ? stored.choices : [];
  } catch {
    return [];
  }
}

export function rememberChoice(userId: string, choice: Choice): void {
  const others = recentChoices(userId).filter((each) => !isSame(each, choice));
  try {
    const choices = [choice, ...others].slice(0, max);
    localStorage.setItem(recentChoicesKey, JSON.stringify({ user: userId, choices }));
  } catch {
    // Storage is full or blocked: go on without.
  }
}

export const isSame = (a: Choice, b: Choice): boolean => a.to === b.to && a.name === b.name;

/** An older version of the product may have written it. */
function isRecent(value: unknown): value is { user: string; choices: Choice[] } {
  if (typeof value !== 'object' || value === null || !('user' in value) || !('choices' in value))
    return false;
  return Array.isArray(value.choices) && value.choices.every(isChoice);
}

const isChoice = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['group', 'name', 'to'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  // No other site, whatever was stored.
  /^\/(?!\/)/.test(String(Reflect.get(value, 'to')));
