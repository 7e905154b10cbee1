import type { Access } from '../../../shared/contract.ts';
import { alternativesOf, type Field, fieldsOf, itemsOf, type JsonSchema } from './json-schema.ts';

export const accessLabels: Record<Access, string> = {
  visitor: 'For anyone',
  member: 'For members',
  articles: 'For members, or only those with the right to the content where the brokerage says so',
  testimonials: 'For members, or only those with the right to the content where the brokerage says so',
  handbook: 'For those with the right to the content, or members too where the brokerage says so',
  recruiting: 'For those with the right to recruiting, and admins',
  closings: 'For those with the right to closings, and admins',
  compliance: 'For those with the right to compliance, and admins',
  content: 'For those with the right to the content, and admins',
  admin: 'For admins',
};

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'date and time',
  date: 'date',
  email: 'email address',
};

/** A label for a value's type: 'text of 1 to 200 characters', 'true or false (false)'. */
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

function between(min?: number, max?: number, unit = ''): string {
  const number = (value: number) => value.toLocaleString('en-US');
  // A minimum of 1 is implied.
  if (unit !== '' && min === 1) return between(undefined, max, unit);
  if (min && max !== undefined) return ` of ${number(min)} to ${number(max)}${unit}`;
  if (max !== undefined) return ` of at most ${number(max)}${unit}`;
  return min ? ` of at least ${number(min)}${unit}` : '';
}

const lineOf = ({ name, required, schema }: Field) =>
  `${name}${required ? '' : '?'}: ${alternatives(schema)}`;

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
