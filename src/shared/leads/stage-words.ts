import { isLeadStatus, stageOf } from './lead-statuses.ts';

/** 'New → Agreement sent: reason' from 'new → agreement-sent: reason', as a lead's log has it. */
export function stageWords(text: string): string {
  const [moves = '', ...reason] = text.split(': ');
  const names = moves.split(' → ');
  if (names.length !== 2) return text;
  const words = names.map((name) => (isLeadStatus(name) ? stageOf(name).label : name)).join(' → ');
  return [words, ...reason].join(': ');
}
