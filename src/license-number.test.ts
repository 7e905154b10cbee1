import { expect, it } from 'vitest';
import { licenseExamples, noLicenses } from '../test/license-examples.ts';
import { licenseDigits } from './shared/licenses/license-number.ts';

it.each(licenseExamples)('%j is the license 01234567', (typed) => {
  expect(licenseDigits(typed)).toBe('01234567');
});

it.each(noLicenses)('%j stays as it is', (typed) => {
  expect(licenseDigits(typed)).toBe(typed.trim());
});
