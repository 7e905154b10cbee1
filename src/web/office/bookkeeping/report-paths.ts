import type { Figure, Report } from '../../../shared/bookkeeping/figures.ts';
import { reportsPath } from '../closings/reports-path.ts';
import type { Range } from './periods.ts';

export const reportPath = (report: Report) =>
  report === 'income' ? reportsPath : `${reportsPath}/${report}`;

interface Sources extends Range {
  figure: Figure;
  agent?: { _id: string | null; name: string };
}

/** The list of the closings, corrections and dues that a figure adds up. */
export function sourcesPath({ figure, from, to, agent }: Sources): string {
  const query = new URLSearchParams({ figure, from, to });
  if (agent?._id) query.set('agent', agent._id);
  else if (agent) query.set('former', agent.name);
  return `${reportsPath}/sources?${query}`;
}
