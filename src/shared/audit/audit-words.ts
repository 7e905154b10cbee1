import { entryTitles } from '../entry-labels.ts';
import { licenseFindingLabels, licenseFindings } from '../joining/applications.ts';
import { isLeadStatus, stageOf } from '../leads/lead-statuses.ts';
import type { EntryKind } from '../member-files/member-file.ts';
import type { AuditAction } from './audit-actions.ts';

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Details of the log as a person reads them: stages, findings and kinds in words, and no ids. */
export function auditWords(action: AuditAction, details: string): string {
  if (isId(details)) return '';
  if (action === 'lead.updated') return details.split('; ').map(ofLead).join('; ');
  if (action === 'application.license-checked') return findingWords(details);
  if (action === 'compliance.recorded') return ofEntry(details);
  if (action === 'compliance.settings') return ofSettings(details);
  return details;
}

const before = 'status: ';
const ofLead = (part: string): string =>
  part.startsWith(before) ? `stage: ${stageWords(part.slice(before.length))}` : part;

/** 'As expected: called them' from 'as-expected: called them'. */
export function findingWords(text: string): string {
  const finding = licenseFindings.find((each) => text === each || text.startsWith(`${each}: `));
  return finding ? licenseFindingLabels[finding] + text.slice(finding.length) : text;
}

const isEntryKind = (kind: string): kind is EntryKind => Object.hasOwn(entryTitles, kind);

function ofEntry(text: string): string {
  const [act, kind] = text.startsWith('withdrawn: ') ? ['withdrawn: ', text.slice(11)] : ['', text];
  return isEntryKind(kind) ? act + entryTitles[kind] : text;
}

/** The settings that changed, from two JSON objects. */
function ofSettings(text: string): string {
  try {
    const [was, is]: object[] = JSON.parse(`[${text.replace('} → {', '},{')}]`);
    if (!was || !is) return text;
    return Object.entries(is)
      .filter(([name, value]) => Reflect.get(was, name) !== value)
      .map(([name, value]) => `${spaced(name)}: ${shownValue(Reflect.get(was, name))} → ${shownValue(value)}`)
      .join('; ');
  } catch {
    return text;
  }
}

const spaced = (name: string): string =>
  [...name].map((letter) => (letter < 'a' ? ` ${letter.toLowerCase()}` : letter)).join('');

const shownValue = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? 'none');

/** 'New → Agreement sent: reason' from 'new → agreement-sent: reason', as a lead's log has it. */
export function stageWords(text: string): string {
  const [moves = '', ...reason] = text.split(': ');
  const names = moves.split(' → ');
  if (names.length !== 2) return text;
  const words = names.map((name) => (isLeadStatus(name) ? stageOf(name).label : name)).join(' → ');
  return [words, ...reason].join(': ');
}
