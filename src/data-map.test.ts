import { describe, expect, it } from 'vitest';
import { dataMapCommand } from './server/commands/data-map.ts';
import { dataMap, policyRows } from './server/tables/data-map.ts';
import type { TableRule } from './server/tables/rules.ts';

const tables: [string, TableRule][] = Object.entries(dataMap);
const columns = tables.flatMap(([table, rule]) =>
  Object.entries(rule.columns).map(([name, column]) => ({ table, name, rule, column })),
);
const named = (found: typeof columns) => found.map(({ table, name }) => `${table}.${name}`);

describe('The data map', () => {
  it('is printed whole: each column of each table', async () => {
    const lines: string[] = [];
    const terminal = { line: (text = '') => lines.push(text), progress: () => undefined };
    await dataMapCommand.run([], terminal, {});
    const printed = lines
      .join('\n')
      .split(/^## /m)
      .slice(1)
      .flatMap((section) => {
        const table = section.slice(0, section.indexOf('\n'));
        return [...section.matchAll(/^\| `(\w+)` \| (\w+) \| (yes|no) \| (\w+) \|$/gm)].map(
          ([, name, ...cells]) => `${table}.${name}: ${cells.join(' ')}`,
        );
      });
    const declared = columns.map(
      ({ table, name, column }) =>
        `${table}.${name}: ${column.class} ${column.exported ? 'yes' : 'no'} ${column.erased}`,
    );
    expect(declared.length).toBeGreaterThan(500);
    expect(printed).toEqual(declared);
  });

  it('exports no secret and nothing derived', () => {
    const exported = columns.filter(({ column }) => column.exported);
    expect(named(exported.filter(({ column }) => column.class !== 'personal'))).toEqual([]);
  });

  it('keeps no secret of a person', () => {
    const secrets = columns.filter(({ column }) => column.class === 'secret' && column.erased !== 'deleted');
    expect(named(secrets)).toEqual([
      'setup_links.token_hash',
      // Its link ends after 7 days.
      'privacy_requests.token_hash',
      // They belong to other systems and are sealed.
      'webhooks.secret',
      'webhooks.former_secret',
      // Kept for half an hour, sealed with a key that is not in the database.
      'typed_forms.id',
      'typed_forms.sealed',
      'secrets.value',
    ]);
  });

  it('has a category, and a way to the person, for every table with personal data', () => {
    const personal = columns.filter(({ column }) => column.class === 'personal');
    expect(named(personal.filter(({ rule }) => !rule.category))).toEqual([]);
    const found = personal.filter(({ rule }) => Object.keys(rule.person).length === 0);
    expect(named(found)).toEqual(['rate_limits.key']);
  });

  it('says why personal data stays', () => {
    const staying = columns.filter(
      ({ column }) => column.class === 'personal' && column.erased !== 'deleted',
    );
    expect(named(staying.filter(({ rule }) => !rule.stays))).toEqual([]);
  });

  it('names what each category of the policy holds', () => {
    expect(policyRows().filter(({ what }) => what.length === 0)).toEqual([]);
  });
});
