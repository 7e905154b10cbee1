import { expect, it } from 'vitest';
import { type Figure, slower } from './compare.ts';

const ratio = (runs: number[]): Figure => ({ what: 'landing page', runs, better: 'more' });
const bytes = (runs: number[]): Figure => ({ what: 'bytes', runs, better: 'less' });

it('names what became worse by more than the runs differ among themselves', () => {
  expect(slower([ratio([0.8, 0.82, 0.85])], [ratio([0.9, 0.95, 1])])).toEqual([
    'landing page: 0.9 to 1 became 0.8 to 0.85',
  ]);
  expect(slower([bytes([15_000])], [bytes([14_000])])).toEqual(['bytes: 14,000 became 15,000']);
});

it('names neither noise, nor what became better, nor what is new', () => {
  expect(slower([ratio([0.8, 0.92])], [ratio([0.9, 0.95])])).toEqual([]);
  expect(slower([ratio([1.1])], [ratio([0.9])])).toEqual([]);
  expect(slower([bytes([13_000])], [bytes([14_000])])).toEqual([]);
  expect(slower([bytes([13_000])], [])).toEqual([]);
});
