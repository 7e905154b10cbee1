import { expect, it } from 'vitest';
import { auditWords, findingWords, stageWords } from './audit-words.ts';

it.each([
  ['lead.updated', 'status: new → agreement-sent', 'stage: New → Agreement sent'],
  [
    'lead.updated',
    'status: joining → closed: no reply; owner: Ann → Ben',
    'stage: Joining → Closed: no reply; owner: Ann → Ben',
  ],
  ['lead.updated', 'next step: Call on 2026-12-01', 'next step: Call on 2026-12-01'],
  ['lead.merged', '01890000-0000-7000-8000-000000000000', ''],
  ['application.license-checked', 'as-expected', 'As expected'],
  ['application.license-checked', 'left-out: the site is down', 'Not looked up: the site is down'],
  ['compliance.recorded', 'paper-agreement', 'Agreement on paper'],
  ['compliance.recorded', 'withdrawn: notice-done', 'withdrawn: Notice given'],
  [
    'compliance.settings',
    '{"joiningDays":5,"agreement":true} → {"joiningDays":7,"agreement":false}',
    'joining days: 5 → 7; agreement: yes → no',
  ],
  ['compliance.settings', 'not JSON', 'not JSON'],
  ['user.updated', 'name: Ann → Ben', 'name: Ann → Ben'],
] as const)('%s: %s', (action, details, words) => {
  expect(auditWords(action, details)).toBe(words);
});

it('other texts stay as they are', () => {
  expect(stageWords('no reply')).toBe('no reply');
  expect(stageWords('new → elsewhere')).toBe('New → elsewhere');
  expect(findingWords('as-expectedly')).toBe('as-expectedly');
});
