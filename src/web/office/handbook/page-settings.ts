import { maxLengths } from '../../../shared/field-limits.ts';
import { type Audience, audiences, defaultDueDays } from '../../../shared/handbook/acknowledgements.ts';
import type { PageFields, PageFile, StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { parseWhole } from '../../../shared/money.ts';

/** The settings of a page other than its text; kept apart from the form, in which everything is text. */
export interface PageSettings {
  public: boolean;
  audience: Audience;
  /** The text as typed. */
  dueDays: string;
  chosen: string[];
}

/** Choices for a single publication. */
export interface Asking {
  askAgain: boolean;
  note: string;
}

export type SettingsErrors = Partial<Record<'dueDays' | 'chosen' | 'note', string>>;

export const noAsking: Asking = { askAgain: false, note: '' };

export const settingsOf = (page: StaffPage): PageSettings => ({
  public: page.public,
  audience: page.audience,
  dueDays: String(page.dueDays),
  chosen: page.chosen,
});

export const isAudience = (value: string): value is Audience => audiences.some((each) => each === value);

export function settingsErrors(settings: PageSettings, { askAgain, note }: Asking): SettingsErrors {
  const { audience, dueDays, chosen } = settings;
  if (audience === 'none') return {};
  const errors: SettingsErrors = {};
  const days = parseWhole(dueDays);
  if (!(days >= 1 && days <= 365)) errors.dueDays = 'Due must be 1 to 365 days';
  if (audience === 'chosen' && chosen.length === 0) errors.chosen = 'Choose at least one member';
  if (askAgain && note.trim() === '') errors.note = 'Say what changed in one sentence';
  if (note.length > maxLengths.handbook.note)
    errors.note = `Note must be at most ${maxLengths.handbook.note} characters`;
  return errors;
}

/** For the server, which publishes a page only with the files that its editor saw. */
export const idsOf = (files: PageFile[]): string[] => files.map(({ _id }) => _id);

/** Turns the settings into fields of the call. */
export function toFields(
  { public: isPublic, audience, dueDays, chosen }: PageSettings,
  { askAgain, note }: Asking,
): Pick<PageFields, 'public' | 'audience' | 'dueDays' | 'chosen' | 'askAgain' | 'note'> {
  const asks = audience !== 'none';
  return {
    public: isPublic,
    audience,
    chosen: audience === 'chosen' ? chosen : [],
    // Not shown without anyone to ask.
    dueDays: parseWhole(dueDays) || defaultDueDays,
    askAgain: asks && askAgain,
    note: asks && askAgain ? note.trim() : '',
  };
}

/** Mine where I changed a setting since `base`, else theirs. */
export function mergeSettings(base: PageSettings, mine: PageSettings, theirs: PageSettings): PageSettings {
  const isAsked = ({ audience, chosen }: PageSettings) => JSON.stringify([audience, chosen.toSorted()]);
  const asked = isAsked(mine) === isAsked(base) ? theirs : mine;
  return {
    public: mine.public === base.public ? theirs.public : mine.public,
    audience: asked.audience,
    chosen: asked.chosen,
    dueDays: mine.dueDays === base.dueDays ? theirs.dueDays : mine.dueDays,
  };
}
