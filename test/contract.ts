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

export function propertiesOf(schema: z.ZodType | undefined): Record<string, JsonSchema | boolean> {
  if (!schema) return {};
  const json: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const parts = [json, ...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])];
  return Object.assign({}, ...parts.map((part) => (typeof part === 'boolean' ? {} : part.properties)));
}
