import { expect, it } from 'vitest';
import { findPlaces, isNear } from './find-places.ts';
import type { Place } from './places.ts';

const place = (name: string, words = '', group = 'Settings'): Place => ({ group, name, to: '/', words });
const places = [
  place('Office phone', 'number brokerage'),
  place('Daily email', 'digest morning stop'),
  place('Outbox', 'emails sent', 'Screens'),
  place('Leads', 'inbox', 'Screens'),
];
const namesFor = (typed: string) => findPlaces(places, typed).map(({ name }) => name);

it.each([
  ['office phone', ['Office phone']],
  ['PHONE off', ['Office phone']],
  ['email', ['Daily email', 'Outbox']],
  ['stop the daily email', []],
  ['stop email', ['Daily email']],
  ['hone', ['Office phone']],
  ['ofice', ['Office phone']],
  ['leasd', ['Leads']],
  ['setting phone', ['Office phone']],
  ['', []],
  ['zebra', []],
])('%s', (typed, names) => {
  expect(namesFor(typed)).toEqual(names);
});

it.each([
  ['outbox', 'otbox', true],
  ['outbox', 'outtbox', true],
  ['outbox', 'outpox', true],
  ['outbox', 'outbxo', true],
  ['outbox', 'uotb', true],
  ['outbox', 'otbxo', false],
  ['outbox', 'oux', false],
])('%s for %s: %s', (word, typed, near) => {
  expect(isNear(word, typed)).toBe(near);
});
