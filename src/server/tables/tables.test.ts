import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type ESTree, parseSync, Visitor } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine, type TestDatabase, testDatabase } from '../../../test/database.ts';
import { booleanColumns } from '../platform/db/sqlite-booleans.ts';

/** Columns by table, as 'string', 'number' or 'boolean', with ' | null' if nullable. */
type Schema = Record<string, Record<string, string>>;

const kinds: Record<string, string> = { TSNumberKeyword: 'number', TSBooleanKeyword: 'boolean' };

/** The interfaces of a TypeScript source. Named types and unions of literals count as strings. */
function interfacesOf(code: string): Schema {
  const found: Record<string, ESTree.TSInterfaceDeclaration> = {};
  const add = (node: ESTree.TSInterfaceDeclaration) => {
    found[node.id.name] = node;
  };
  new Visitor({ TSInterfaceDeclaration: add }).visit(parseSync('tables.ts', code).program);

  const typeOf = (type: ESTree.TSType): string => {
    // Kysely's Generated<T> and GeneratedAlways<T> say who writes the column, not what it holds.
    const [held] = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : [];
    if (held) return typeOf(held);
    if (type.type !== 'TSUnionType') return kinds[type.type] ?? 'string';
    const others = type.types.filter((part) => part.type !== 'TSNullKeyword');
    const [first = 'string'] = others.map(typeOf);
    return others.length < type.types.length ? `${first} | null` : first;
  };
  const columnsOf = (members: ESTree.TSSignature[]) =>
    Object.fromEntries(
      members.map((member) => {
        if (
          member.type !== 'TSPropertySignature' ||
          member.key.type !== 'Identifier' ||
          !member.typeAnnotation
        )
          throw new Error('A row has something else than columns');
        return [member.key.name, typeOf(member.typeAnnotation.typeAnnotation)];
      }),
    );
  const rowOf = (name: string): Record<string, string> => {
    const row = found[name];
    if (!row) throw new Error(`There is no interface ${name}`);
    const inherited = row.extends.map(({ expression }) =>
      expression.type === 'Identifier' ? rowOf(expression.name) : {},
    );
    return Object.assign({}, ...inherited, columnsOf(row.body.body));
  };
  const rowTypeOf = (type: ESTree.TSType): Record<string, string> => {
    if (type.type === 'TSTypeLiteral') return columnsOf(type.members);
    if (type.type === 'TSIntersectionType') return Object.assign({}, ...type.types.map(rowTypeOf));
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier')
      throw new Error('A table has no row type');
    // An `Omit` leaves out columns that another part of the type has, so the whole row is read.
    const [row] = type.typeArguments?.params ?? [];
    if (type.typeName.name === 'Omit' && row) return rowTypeOf(row);
    return rowOf(type.typeName.name);
  };
  const tablesOf = (name: string): Schema => ({
    ...Object.assign(
      {},
      ...(found[name]?.extends ?? []).map(({ expression }) =>
        expression.type === 'Identifier' ? tablesOf(expression.name) : {},
      ),
    ),
    ...Object.fromEntries(
      (found[name]?.body.body ?? []).map((member) => {
        const type =
          member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined;
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !type)
          throw new Error(`${name} has something else than tables`);
        return [member.key.name, rowTypeOf(type)];
      }),
    ),
  });
  return {
    ...tablesOf('Tables'),
    ...tablesOf(engine === 'postgres' ? 'PostgresSearchTables' : 'SqliteSearchTables'),
  };
}

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean | number;
}

const columnsOnPostgres = sql<Column>`
  select table_name as "table", column_name as "column", data_type as "type", is_nullable = 'YES' and is_generated = 'NEVER' as "nullable"
  from information_schema.columns where table_schema = current_schema()`;

// Primary keys and generated columns (hidden = 2) count as not null. 'shadow' tables belong to FTS5.
const columnsOnSqlite = sql<Column>`
  select t.name as "table", c.name as "column", c.type as "type", c."notnull" = 0 and c.pk = 0 and c.hidden = 0 as "nullable"
  from pragma_table_list as t join pragma_table_xinfo(t.name) as c
  where t.type in ('table', 'virtual') and c.hidden in (0, 2)`;

async function schemaOf({ db }: TestDatabase): Promise<Schema> {
  const { rows } = await (engine === 'postgres' ? columnsOnPostgres : columnsOnSqlite).execute(db);
  const schema: Schema = {};
  for (const { table, column, type, nullable } of rows) {
    if (/^(kysely|sqlite)_/.test(table)) continue;
    const isNumber = /^(integer|bigint)$/i.test(type);
    const isBoolean = type === 'boolean' || (engine === 'sqlite' && isNumber && booleanColumns.has(column));
    const kind = isBoolean ? 'boolean' : isNumber ? 'number' : 'string';
    schema[table] = { ...schema[table], [column]: nullable ? `${kind} | null` : kind };
  }
  return schema;
}

const code = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('The row types', () => {
  it('has the tables and columns of the migrated database', async () => {
    expect(interfacesOf(code)).toEqual(await schemaOf(database));
  });

  it('would be found to lack a column, or to have one too many or of another type', async () => {
    const schema = await schemaOf(database);
    const changed = [
      code.replace('  email: string;\n', ''),
      code.replace('  email: string;\n', '  email: string;\n  nick: string;\n'),
      code.replace('  email: string;\n', '  email: string | null;\n'),
      code.replace('  email: string;\n', '  email: number;\n'),
      code.replaceAll('  post_words: {', '  words: {'),
    ];
    for (const each of changed) {
      expect(each).not.toBe(code);
      expect(interfacesOf(each)).not.toEqual(schema);
    }
  });

  it('would be found to lack a column that a migration adds', async () => {
    await database.db.schema.alterTable('users').addColumn('nick', 'text').execute();
    expect((await schemaOf(database)).users).toEqual({ ...interfacesOf(code).users, nick: 'string | null' });
    await database.db.schema.alterTable('users').dropColumn('nick').execute();
  });
});
