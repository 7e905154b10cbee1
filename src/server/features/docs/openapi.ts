import type { Brokerage } from '../../../shared/brokerage.ts';
import type { Call, Contract } from '../../../shared/contract.ts';
import { splitKey } from '../../platform/http/api-routes.ts';
import { errorsOf } from './errors-of-calls.ts';
import { exampleOf } from './example.ts';
import { groupOf } from './groups.ts';
import { fieldsOf, inputSchema, type JsonSchema, outputSchema } from './json-schema.ts';
import { uploads, versionedCalls } from './special-calls.ts';

const description = `Success is always 200 with JSON. Every error has the body of the schema Error.
Calls that are not for everybody take the token of POST /api/auth in the header x-auth-token.
Text is trimmed and NFC-normalised; fields that a call does not know are ignored; dates are ISO 8601 in UTC.
Lists that grow take limit and cursor; the next page is in the header Link (rel="next").
Reads carry an ETag and answer If-None-Match with 304.`;

const errorSchema = {
  type: 'object',
  required: ['errors', 'msg'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['msg'],
        properties: {
          msg: { type: 'string' },
          field: { type: 'string', description: 'The field it is about' },
        },
      },
    },
    msg: { type: 'string', description: 'The first of the errors' },
  },
};

/** The OpenAPI 3.1 document of all calls, made from the schemas by which they are validated. */
export function openApiDocument(contract: Contract, brokerage: Brokerage) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, call] of Object.entries(contract)) {
    const [method, path] = splitKey(key);
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(key, call) };
  }
  const tags = new Set(Object.keys(contract).map((key) => groupOf(splitKey(key)[1])));
  return {
    openapi: '3.1.1',
    info: {
      title: `${brokerage.name} API`,
      version: '1',
      description,
      contact: { name: brokerage.legalName, email: brokerage.email },
    },
    servers: [{ url: brokerage.baseUrl }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth-token' } },
      schemas: { Error: errorSchema },
    },
  };
}

function operation(key: string, call: Call) {
  const [method, path] = splitKey(key);
  return {
    operationId: operationId(method, path),
    tags: [groupOf(path)],
    summary: call.summary,
    'x-access': call.access,
    security: call.access === 'visitor' ? [] : [{ token: [] }],
    parameters: [...parameters('path', call.params), ...parameters('query', call.query), ...ifMatch(key)],
    ...requestBody(key, call),
    responses: { 200: success(call), ...errors(key, call) },
  };
}

/** 'PUT /api/posts/like/:id' is putPostsLikeById. */
const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace('/api/', '/')
    .replaceAll(/\/:(\w)/g, (_, letter: string) => `/By-${letter}`)
    .replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

function parameters(place: 'path' | 'query', schema: Call['params']) {
  if (!schema) return [];
  return fieldsOf(inputSchema(schema)).map((field) => ({
    name: field.name,
    in: place,
    required: place === 'path' || field.required,
    schema: field.schema,
    ...(place === 'path' && { example: exampleOf(field.schema, field.name) }),
  }));
}

const ifMatch = (key: string) =>
  versionedCalls.has(key)
    ? [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' }, example: '"v3"' }]
    : [];

function requestBody(key: string, { body }: Call) {
  const file = uploads.get(key);
  if (file) {
    const schema = {
      type: 'object',
      required: [file],
      properties: { [file]: { type: 'string', format: 'binary' } },
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  const schema: JsonSchema = inputSchema(body);
  const content = { 'application/json': { schema, example: exampleOf(schema) } };
  return { requestBody: { required: (schema.required?.length ?? 0) > 0, content } };
}

function success({ query, response }: Call) {
  const schema = outputSchema(response);
  const isPage = query !== undefined && 'cursor' in (inputSchema(query).properties ?? {});
  return {
    description: 'Success',
    ...(isPage && { headers: { Link: { description: 'The next page', schema: { type: 'string' } } } }),
    content: { 'application/json': { schema } },
  };
}

const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const retryAfter = { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } };

function errors(key: string, call: Call) {
  const entries = [...errorsOf(key, call)].map(([status, meaning]) => [
    status,
    {
      description: meaning,
      ...((status === 429 || status === 503) && { headers: retryAfter }),
      content: error,
    },
  ]);
  return Object.fromEntries(entries);
}
