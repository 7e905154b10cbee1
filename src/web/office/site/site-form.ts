import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';

/** One of a list, with a key for React that is not saved. */
export type Keyed<T> = T & { key: number };

export interface SiteValues extends Omit<SiteSettings, 'team' | 'questions'> {
  team: Keyed<SiteSettings['team'][number]>[];
  questions: Keyed<SiteSettings['questions'][number]>[];
}

let lastKey = 0;

export const keyed = <T extends object>(item: T): Keyed<T> => ({ ...item, key: ++lastKey });

const unkeyed = <T extends { key: number }>({ key: _, ...item }: T): Omit<T, 'key'> => item;

export const toValues = (settings: SiteSettings): SiteValues => ({
  ...settings,
  team: settings.team.map(keyed),
  questions: settings.questions.map(keyed),
});

export const toSettings = (values: SiteValues): SiteSettings => ({
  ...values,
  team: values.team.map(unkeyed),
  questions: values.questions.map(unkeyed),
});

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The errors of the fields below `path`, by the rest of their names. */
export function errorsBelow(errors: Record<string, string>, path: string): Record<string, string> {
  const start = `${path}.`;
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, message]) =>
      name.startsWith(start) ? [[name.slice(start.length), message]] : [],
    ),
  );
}

/** Mine where I changed a part since `base`, else theirs; `both` names the parts that both changed. */
export function mergeSettings(base: SiteSettings, mine: SiteSettings, theirs: SiteSettings) {
  const both: string[] = [];
  function part<T>(name: string, [from, own, other]: [T, T, T]): T {
    if (isSame(from, own)) return other;
    if (!isSame(from, other) && !isSame(own, other)) both.push(name);
    return own;
  }
  const settings: SiteSettings = {
    brokerage: part('Brokerage', [base.brokerage, mine.brokerage, theirs.brokerage]),
    hero: part('Landing page', [base.hero, mine.hero, theirs.hero]),
    team: part('Team', [base.team, mine.team, theirs.team]),
    questions: part('Questions', [base.questions, mine.questions, theirs.questions]),
    announcement: part('Announcement', [base.announcement, mine.announcement, theirs.announcement]),
  };
  return { settings, both };
}
