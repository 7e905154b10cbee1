import { setImmediate } from 'node:timers/promises';
import type { Call, Contract } from '../../../shared/contract.ts';
import type { DocumentedCall, DocumentedField } from '../../../shared/pages.ts';
import { splitKey } from '../../platform/http/api-routes.ts';
import { meanings, statusesOf } from './errors-of-calls.ts';
import { exampleOf } from './example.ts';
import { groupOf } from './groups.ts';
import { fieldsOf, inputSchema, outputSchema } from './json-schema.ts';
import { accessLabels, label, shapeOf } from './labels.ts';
import { uploads } from './special-calls.ts';

export async function documentedCalls(contract: Contract, baseUrl: string): Promise<DocumentedCall[]> {
  const calls: DocumentedCall[] = [];
  for (const [key, call] of Object.entries(contract)) {
    // Slow in total: let other requests run in between.
    await setImmediate();
    calls.push(documentedCall(key, call, baseUrl));
  }
  const groups = [...new Set(calls.map(({ group }) => group))];
  return groups.flatMap((group) => calls.filter((call) => call.group === group));
}

function documentedCall(key: string, call: Call, baseUrl: string): DocumentedCall {
  const [method, path] = splitKey(key);
  return {
    id: `${method}${path.replace('/api', '').replaceAll(/[/:]+/g, '-')}`.toLowerCase(),
    method,
    path,
    group: groupOf(path).title,
    summary: call.summary,
    access: accessLabels[call.access],
    fields: [
      ...fields('path', call.params),
      ...fields('query', call.query),
      ...fields('body', call.body),
      ...uploadedField(key),
    ],
    response: shapeOf(outputSchema(call.response)),
    example: inTheTerminal(key, baseUrl + withExamples(path, call), call),
    errors: statusesOf(key, call).map((status) => ({ status, meaning: meanings[status] })),
  };
}

function fields(place: DocumentedField['place'], schema: Call['body']): DocumentedField[] {
  if (!schema) return [];
  return fieldsOf(inputSchema(schema)).map(({ name, required, schema: field }) => ({
    name,
    place,
    required: place === 'path' || required,
    rule: label(field),
  }));
}

function withExamples(path: string, { params }: Call): string {
  const known = params ? exampleOf(inputSchema(params)) : {};
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(Reflect.get(Object(known), name)));
}

function uploadedField(key: string): DocumentedField[] {
  const file = uploads.get(key);
  return file ? [{ name: file, place: 'body', required: true, rule: 'a file, in multipart/form-data' }] : [];
}

function inTheTerminal(key: string, url: string, { access, body }: Call): string {
  const [method] = splitKey(key);
  const file = uploads.get(key);
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${url}`];
  if (access !== 'visitor') parts.push(`-H 'x-auth-token: TOKEN'`);
  if (file) parts.push(`-F '${file}=@portrait.jpg'`);
  if (body) {
    parts.push(`-H 'content-type: application/json'`);
    parts.push(`-d '${JSON.stringify(exampleOf(inputSchema(body))).replaceAll("'", `'\\''`)}'`);
  }
  return parts.join(' \\\n  ');
}
