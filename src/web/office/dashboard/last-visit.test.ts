import { beforeEach, expect, it, vi } from 'vitest';
import { minute } from '../../../shared/time.ts';
import { noteVisit } from './last-visit.ts';

const start = Date.parse('2026-03-02T16:00:00.000Z');
const after = (minutes: number) => new Date(start + minutes * minute);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

it('is the last moment of the visit before, as long as this one lasts', () => {
  expect(noteVisit('ana', after(0))).toBeNull();
  expect(noteVisit('ana', after(20))).toBeNull();
  expect(noteVisit('ana', after(60))).toBe(after(20).toISOString());
  expect(noteVisit('ana', after(61))).toBe(after(20).toISOString());
  expect(noteVisit('ana', after(200))).toBe(after(61).toISOString());
});

it('is kept for each user, and unknown when the stored value is not readable', () => {
  noteVisit('ana', after(0));
  expect(noteVisit('ben', after(60))).toBeNull();
  localStorage.setItem('visits-ana', '{"now":"yesterday","before":1}');
  expect(noteVisit('ana', after(60))).toBeNull();
  localStorage.setItem('visits-ana', 'x');
  expect(noteVisit('ana', after(120))).toBeNull();
});
