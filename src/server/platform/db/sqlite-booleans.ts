import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
  type ValueNode,
} from 'kysely';

/** SQLite stores these as 0 and 1. */
export const booleanColumns = new Set([
  'admin',
  'hidden',
  'is_current',
  'overflow',
  'replies',
  'second_factor',
  'spam',
  'wanted',
]);

const toNumber = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

class BooleansToNumbers extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return { ...super.transformValue(node), value: toNumber(node.value) };
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    return { ...super.transformPrimitiveValueList(node), values: node.values.map(toNumber) };
  }
}

export class SqliteBooleans implements KyselyPlugin {
  readonly #transformer = new BooleansToNumbers();

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(args.node, args.queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const columns = Object.keys(result.rows[0] ?? {}).filter((column) => booleanColumns.has(column));
    if (columns.length > 0) {
      for (const row of result.rows) {
        for (const column of columns) {
          const value = row[column];
          if (value !== null) row[column] = value === 1;
        }
      }
    }
    return result;
  }
}
