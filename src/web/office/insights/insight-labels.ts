import { formatDay } from '../../../shared/dates.ts';
import type { Insights } from '../../../shared/insights/insights.contract.ts';

export const whole = (value: number): string => value.toLocaleString('en-US');

/** '45 min', '3 h 20 min', '2 d 4 h'; minutes, null for none. */
export function durationLabel(minutes: number | null): string {
  if (minutes === null) return '—';
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  if (first < 0) return '0 min';
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

/** '25%', and '—' of nothing. */
export const shareLabel = (part: number, all: number): string =>
  all === 0 ? '—' : `${Math.round((100 * part) / all)}%`;

export function sourceLabel(source: string): string {
  if (source === '') return 'Unknown source';
  if (source === 'referral') return 'Referred by a member';
  return source === 'other' ? 'Others' : source;
}

const months = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** 'March 2026' of '2026-03'. */
export const monthLabel = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`));

/** '03/09' of a day in the current year's weeks. */
export const shortDay = (day: string): string => formatDay(day).replace(/, \d+$/, '');

export const hoursLabel = (hours: Insights['firstContact'][number]['hours']): string =>
  hours === 'none' ? 'No response yet' : `${hours.replace('-', ' to ').replace('+', ' and more')} hours`;
