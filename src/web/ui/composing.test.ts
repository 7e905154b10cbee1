import { expect, it } from 'vitest';
import { isComposing } from './composing.ts';

it.each([
  [{ isComposing: true, keyCode: 13 }, true],
  // Safari, for the Enter that ends a word.
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('%j: %s', (event, composing) => {
  expect(isComposing(event)).toBe(composing);
});
