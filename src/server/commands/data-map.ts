import { dataMap } from '../tables/data-map.ts';
import type { ColumnRule, TableRule } from '../tables/rules.ts';
import { type Command, parseArguments, wrongUsage } from './command.ts';

const usage = 'npm run data-map';

export const dataMapCommand: Command = {
  help: `${usage}

Prints every column of the database as Markdown: its class, whether the export of a person has it, and what erasing a person
does to it. The words are those of docs/privacy.md. It needs no settings and no database.`,

  async run(args, terminal) {
    if (parseArguments(args, {}, usage).positionals.length > 0)
      throw wrongUsage('This command takes no arguments.', usage);
    const tables: [string, TableRule][] = Object.entries(dataMap);
    terminal.line(`# Data map\n\n${tables.map(([name, rule]) => toMarkdown(name, rule)).join('\n\n')}`);
  },
};

function toMarkdown(table: string, { holds, stays, columns }: TableRule): string {
  const sentence = `${holds[0]?.toUpperCase()}${holds.slice(1)}.`;
  return [
    `## ${table}`,
    '',
    stays ? `${sentence} Stays: ${stays}.` : sentence,
    '',
    '| column | class | exported | erased |',
    '| --- | --- | --- | --- |',
    ...Object.entries(columns).map(([name, column]) => row(name, column)),
  ].join('\n');
}

const row = (name: string, column: ColumnRule) =>
  `| \`${name}\` | ${column.class} | ${column.exported ? 'yes' : 'no'} | ${column.erased} |`;
