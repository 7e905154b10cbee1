import { expect, it } from 'vitest';
import { startContent } from '../../../shared/site/site-content.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { errorsBelow, mergeSettings, toSettings, toValues } from './site-form.ts';

const { fees: _, ...start } = startContent;
const settings: SiteSettings = {
  brokerage: {
    name: 'Sunset Homes',
    legalName: 'Sunset Homes, Inc.',
    license: '01234567',
    phone: '1',
    email: 'a@b.example',
    address: 'Here',
    hours: '',
    logo_id: null,
    social: [],
  },
  ...start,
};
const announcement = (text: string) => ({ text, url: '', until: null });

it('keeps nothing but the settings of what was typed', () => {
  const given = { ...settings, questions: [{ question: 'Why?', answer: 'So.' }] };
  expect(toSettings(toValues(given))).toEqual(given);
});

it('finds the errors of a part', () => {
  const errors = { 'team.1.name': 'Name is required', 'team.10.name': 'x', team: 'Too many' };
  expect(errorsBelow(errors, 'team.1')).toEqual({ name: 'Name is required' });
});

it('takes over parts that only another admin changed, and names those that both changed', () => {
  const mine = { ...settings, announcement: announcement('Mine') };
  const theirs = { ...settings, hero: { ...settings.hero, heading: 'Theirs' } };
  expect(mergeSettings(settings, mine, theirs)).toEqual({
    settings: { ...theirs, announcement: mine.announcement },
    both: [],
  });
  const also = { ...theirs, announcement: announcement('Theirs') };
  const merged = mergeSettings(settings, mine, also);
  expect([merged.settings.announcement?.text, merged.both]).toEqual(['Mine', ['Announcement']]);
});
