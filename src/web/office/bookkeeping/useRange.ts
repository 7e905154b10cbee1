import { today } from '../../../shared/dates.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { isDay, isPeriod, type Period, type Range, rangeOf } from './periods.ts';

/** The period of the address; days that are missing or no days are those of this year. */
export function useRange() {
  const [params, change] = useUrlParams();
  const asked = params.get('period');
  const period: Period = isPeriod(asked) ? asked : 'year';
  const range = period === 'days' ? chosen(params) : rangeOf(period, today());
  return { period, range, params, change };
}

function chosen(params: URLSearchParams): Range {
  const usual = rangeOf('year', today());
  const [from, to] = [params.get('from'), params.get('to')];
  return { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to };
}
