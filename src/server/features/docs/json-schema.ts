import { z } from 'zod';
import { idPattern } from '../../../shared/fields.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schema of what a caller sends. */
export const inputSchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'input');

/** The schema of what comes back. */
export const outputSchema = (schema: z.ZodType): JsonSchema => toSchema(schema, 'output');

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  });
  return json;
}

/** Says in a word what is otherwise a pattern of a hundred characters, or a limit that every number has. */
function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.pattern === z.regexes.email.source) schema.format = 'email';
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

/** The fields of an object's schema, in order. */
export function fieldsOf({ properties, required, propertyNames, additionalProperties }: JsonSchema): Field[] {
  if (typeof propertyNames === 'object' && propertyNames.enum) {
    const schema = typeof additionalProperties === 'object' ? additionalProperties : {};
    return propertyNames.enum.map((name) => ({ name: String(name), schema, required: false }));
  }
  return Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    schema: typeof field === 'boolean' ? {} : field,
    required: required?.includes(name) ?? false,
  }));
}

/** The schemas of which a value may have any. */
export const alternativesOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];

/** The schema of a list's members. */
export function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {};
}
