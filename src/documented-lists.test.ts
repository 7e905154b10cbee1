import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenScopes } from './shared/api-tokens/token-scope-names.ts';
import { defaultDueDays } from './shared/handbook/acknowledgements.ts';
import { licenseReminderDays } from './shared/licenses/license-reminders.ts';
import { testEvent, webhookEvents } from './shared/webhooks/webhook-events.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../docs', file), 'utf8');
const integrations = read('integrations.md');

/** The names in the first column of a table. */
function namedIn(title: string): string[] {
  const table =
    integrations
      .slice(integrations.indexOf(`\n| ${title} `))
      .trimStart()
      .split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

function rule(number: string): string {
  const found = read('product.md')
    .split(`- **${number}** `)[1]
    ?.split(/\n(?:- |\n)/)[0];
  if (found === undefined) throw new Error(`There is no ${number}`);
  return found.replace(/\s+/g, ' ');
}

describe('docs/integrations.md', () => {
  it('lists each event of webhooks', () => {
    expect(namedIn('event')).toEqual([...webhookEvents, testEvent]);
  });

  it('lists each scope of API tokens', () => {
    expect(namedIn('scope').toSorted()).toEqual(tokenScopes.toSorted());
  });
});

describe('docs/product.md', () => {
  it('says when a license is reminded of', () => {
    const days = licenseReminderDays.join(', ').replace(/, (\d+)$/, ' and $1');
    expect(rule('P12.10')).toContain(`reminded ${days} days before`);
  });

  it('says within how many days a page is due to begin with', () => {
    expect(rule('P23.4')).toContain(`due in 1 to 365 days, ${defaultDueDays} to begin with`);
  });
});
