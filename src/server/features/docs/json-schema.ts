import { z } from 'zod';
import { emailPattern } from '../../../shared/email-address.ts';
import { idPattern } from '../../../shared/fields.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

export type Direction = 'input' | 'output';

export const inputSchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'input', z.registry());

export const outputSchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'output', z.registry());

export function schemaWithReferences(schema: z.ZodType, direction: Direction) {
  // Wrapped in an object, so that a schema that has a name itself becomes a reference, too.
  const { properties = {}, $defs = {} } = toSchema(z.object({ schema }), direction, z.globalRegistry);
  for (const definition of Object.values($defs)) delete definition.id;
  return { schema: typeof properties.schema === 'object' ? properties.schema : {}, named: $defs };
}

function toSchema(
  schema: z.ZodType,
  io: Direction,
  metadata: z.core.ToJSONSchemaParams['metadata'],
): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      for (const { source, flags } of patternsOf(zodSchema)) {
        if (flags.includes('i')) throw new Error(`JSON Schema has no flag for /${source}/i`);
      }
      const { id, ...described } = z.globalRegistry.get(zodSchema) ?? {};
      Object.assign(jsonSchema, described);
      shorten(jsonSchema);
      open(jsonSchema);
    },
  });
  return json;
}

function patternsOf(schema: z.core.$ZodTypes): RegExp[] {
  const patterns: unknown = schema._zod.bag.patterns;
  return patterns instanceof Set ? [...patterns].filter((pattern) => pattern instanceof RegExp) : [];
}

/** Responses may get further fields later: validating clients must not fail then. */
function open(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || !propertyNames.enum || typeof additionalProperties !== 'object')
    return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/** Removes patterns that a format implies, and limits that every number has. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.pattern === emailPattern.source) schema.format = 'email';
  if (schema.pattern === idPattern.source) schema.format = 'uuid';
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

export interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

export function fieldsOf({ properties, required }: JsonSchema): Field[] {
  return Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    schema: typeof field === 'boolean' ? {} : field,
    required: required?.includes(name) ?? false,
  }));
}

export const alternativesOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

export function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}
