import type { Access } from '../../../shared/contract.ts';
import { alternativesOf, type Field, fieldsOf, itemsOf, type JsonSchema } from './json-schema.ts';

/** Who may make a call. */
export const accessLabels: Record<Access, string> = {
  visitor: 'For anybody',
  member: 'For members',
  publisher: 'For members, or only admins where the brokerage says so',
  admin: 'For admins',
};

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'date and time',
  date: 'date',
  email: 'e-mail address',
};

/** What a value may be, in a few words: 'text of 1 to 200 characters', 'true or false (false)'. */
export function label(schema: JsonSchema): string {
  const standard =
    schema.default === undefined || schema.default === '' ? '' : `; ${schema.default} if left out`;
  return alternatives(schema) + standard;
}

function alternatives(schema: JsonSchema): string {
  const any = alternativesOf(schema);
  if (any.length > 0) return any.map(alternatives).join(' or ');
  if (schema.enum)
    return schema.enum.length === 1 ? String(schema.enum[0]) : `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return String(schema.const);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => simple({ ...schema, type })).join(' or ');
}

function simple(schema: JsonSchema): string {
  switch (schema.type) {
    case 'string':
      return (
        formats[schema.format ?? ''] ?? `text${between(schema.minLength, schema.maxLength, ' characters')}`
      );
    case 'integer':
      return `whole number${between(schema.minimum, schema.maximum)}`;
    case 'number':
      return `number${between(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `list${between(schema.minItems, schema.maxItems, ' entries')} of ${alternatives(itemsOf(schema))}`;
    case 'object':
      return `{ ${fieldsOf(schema).map(lineOf).join(', ')} }`;
    default:
      return 'anything';
  }
}

function between(least?: number, max?: number, unit = ''): string {
  const number = (value: number) => value.toLocaleString('en-US');
  // That something must not be empty goes without saying.
  if (unit !== '' && least === 1) return between(undefined, max, unit);
  if (least && max !== undefined) return ` of ${number(least)} to ${number(max)}${unit}`;
  if (max !== undefined) return ` of at most ${number(max)}${unit}`;
  return least ? ` of at least ${number(least)}${unit}` : '';
}

const lineOf = ({ name, required, schema }: Field) =>
  `${name}${required ? '' : '?'}: ${alternatives(schema)}`;

/** The shape of an answer, a field a line. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  if (schema.type === 'array') return `list of ${shapeOf(itemsOf(schema), indent)}`;
  const any = alternativesOf(schema);
  if (any.length > 0) return any.map((branch) => shapeOf(branch, indent)).join(' or ');
  if (schema.type !== 'object') return alternatives(schema);
  const lines = fieldsOf(schema).map(
    ({ name, required, schema: field }) =>
      `${indent}  ${name}${required ? '' : '?'}: ${shapeOf(field, `${indent}  `)}`,
  );
  return ['{', ...lines, `${indent}}`].join('\n');
}
