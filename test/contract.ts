import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from './server.ts';

/** Sent in requests; must not appear in any error response. */
export const marker = 'zqxmarker';

/** Expects the documented shape of an error, without input or internals in it. */
export function expectHttpError({ status, headers, body }: Answer, expected?: number): void {
  if (expected !== undefined) expect(status).toBe(expected);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).sort()).toEqual(['errors', 'msg']);
  expect(body.msg).toBe(body.errors[0].msg);
  for (const error of body.errors) {
    expect(error.msg).toBeTypeOf('string');
    expect(Object.keys(error).every((name) => name === 'msg' || name === 'field')).toBe(true);
  }
  const text = JSON.stringify(body);
  expect(text).not.toContain(marker);
  expect(text).not.toMatch(/node_modules|\.ts:|at async|SQLITE|Kysely|syntax/i);
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Properties = Record<string, JsonSchema | boolean>;

// A registry without names, so that named schemas are written out.
const toJson = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() });
const propertiesIn = (part: JsonSchema | boolean): Properties =>
  typeof part === 'boolean' ? {} : (part.properties ?? {});

export function propertiesOf(schema: z.ZodType | undefined): Properties {
  if (!schema) return {};
  const json = toJson(schema);
  const parts = [json, ...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])];
  return Object.assign({}, ...parts.map(propertiesIn));
}

/** The properties of each variant of a body, including those that name the variant. */
export function kindsOf(
  schema: z.ZodType | undefined,
): { named: Record<string, unknown>; properties: Properties }[] {
  if (!schema) return [];
  const json = toJson(schema);
  return (json.oneOf ?? [json]).map((part) => {
    const properties = propertiesIn(part);
    const consts = Object.entries(properties).flatMap(([field, property]) =>
      typeof property === 'object' && 'const' in property ? [[field, property.const] as const] : [],
    );
    return { named: Object.fromEntries(consts), properties };
  });
}
