import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataMap, policyRows } from './server/tables/data-map.ts';
import type { ColumnRule, TableRule } from './server/tables/rules.ts';

const tables: [string, TableRule][] = Object.entries(dataMap);
const columns = tables.flatMap(([table, rule]) =>
  Object.entries(rule.columns).map(([name, column]) => ({ table, name, rule, column })),
);
const named = (found: typeof columns) => found.map(({ table, name }) => `${table}.${name}`);

const page = new URL('../docs/privacy.md', import.meta.url);
const marker = '<!-- DATA MAP: src/server/tables/data-map.ts; a test compares the two -->\n';

/** The tables of the page: `npx vitest run --project unit data-map -u` writes them. */
function documented(): string {
  const cell = ({ class: dataClass, exported, erased }: ColumnRule) =>
    `| ${dataClass} | ${exported ? 'yes' : 'no'} | ${erased} |`;
  return tables
    .flatMap(([table, { holds, stays, columns: rules }]) => [
      `### ${table}`,
      '',
      `${holds[0]?.toUpperCase()}${holds.slice(1)}.${stays ? ` Stays: ${stays}.` : ''}`,
      '',
      '| column | class | exported | erased |',
      '| --- | --- | --- | --- |',
      ...Object.entries(rules).map(([name, column]) => `| \`${name}\` ${cell(column)}`),
      '',
    ])
    .join('\n');
}

describe('The data map', () => {
  it('is the one of docs/privacy.md', async () => {
    const [before = ''] = readFileSync(page, 'utf8').split(marker);
    await expect(`${before}${marker}\n${documented()}`).toMatchFileSnapshot('../docs/privacy.md');
  });

  it('exports no secret and nothing derived', () => {
    const exported = columns.filter(({ column }) => column.exported);
    expect(named(exported.filter(({ column }) => column.class !== 'personal'))).toEqual([]);
  });

  it('keeps no secret of a person', () => {
    const secrets = columns.filter(({ column }) => column.class === 'secret' && column.erased !== 'deleted');
    expect(named(secrets)).toEqual([
      'setup_links.token_hash',
      // Of a link that ends after 7 days.
      'privacy_requests.token_hash',
      // Of other systems; sealed.
      'webhooks.secret',
      'webhooks.former_secret',
      // Sealed by what the database does not have, for half an hour.
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
