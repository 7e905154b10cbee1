import { setImmediate } from 'node:timers/promises';
import { scopeOf } from '../../../shared/api-tokens/token-scopes.ts';
import type { Call, Contract } from '../../../shared/contract.ts';
import { idempotentCalls } from '../../../shared/idempotent-calls.ts';
import type { Limit } from '../../../shared/member-limits.ts';
import { positionHeader, searchedToHeader } from '../../../shared/posts/feed-headers.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { splitKey } from '../../platform/http/api-routes.ts';
import { limits } from '../../platform/http/rate-limits.ts';
import { meanings, statusesOf } from './errors-of-calls.ts';
import { exampleOf } from './example.ts';
import { groupOf } from './groups.ts';
import {
  type Direction,
  fieldsOf,
  inputSchema,
  type JsonSchema,
  schemaWithReferences,
} from './json-schema.ts';
import { accessLabels } from './labels.ts';
import {
  callsThatEndEarly,
  callsWithLink,
  callsWithNewVersion,
  callsWithPosition,
  streams,
  uploads,
  versionedCalls,
} from './special-calls.ts';

const description = `Success is always 200 with JSON. Every error has the body of the schema Error.
Calls that are not for everyone take the token of POST /api/auth in the header x-auth-token.
Text is trimmed and its characters are composed (NFC); fields that a call does not know are ignored; dates are ISO 8601 in UTC.
Answers may get further fields later: ignore those that you do not know.
Lists that grow take limit and cursor; the next page is in the header Link (rel="next").
Reads carry an ETag and answer If-None-Match with 304.`;

const proofMethods: JsonSchema = {
  type: 'array',
  items: { type: 'string', enum: ['password', 'code', 'passkey'] },
};

const schemas: Record<string, JsonSchema> = {
  Error: {
    type: 'object',
    required: ['errors', 'msg'],
    properties: {
      errors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/ErrorItem' } },
      msg: { type: 'string', description: 'The first of the errors' },
      secondFactor: { $ref: '#/components/schemas/SecondFactorNeeded' },
      confirm: { $ref: '#/components/schemas/ConfirmationNeeded' },
    },
  },
  SecondFactorNeeded: {
    type: 'object',
    description: 'The password was right: go on by POST /api/auth/second-factor',
    required: ['ticket', 'methods'],
    properties: { ticket: { type: 'string' }, methods: proofMethods },
  },
  ConfirmationNeeded: {
    type: 'object',
    description: 'Make the call again after POST /api/auth/confirm',
    required: ['methods'],
    properties: { methods: proofMethods },
  },
  ErrorItem: {
    type: 'object',
    required: ['msg'],
    properties: {
      msg: { type: 'string' },
      field: { type: 'string', description: 'The field it is about' },
    },
  },
};

const headers = {
  ETag: {
    description: 'The version of the answer, for If-None-Match; where a call takes it, for If-Match',
    schema: { type: 'string' },
    example: '"v3"',
  },
  Link: {
    description: 'The address of the next page as rel="next", as long as there is one',
    schema: { type: 'string' },
    example: '</api/posts?cursor=MjAyNi0wMS0zMQ>; rel="next"',
  },
  'Retry-After': {
    description: 'Seconds after which to try again',
    schema: { type: 'integer', minimum: 1 },
  },
  [positionHeader]: {
    description:
      'The position in the live feed up to which the posts are: what came later is in GET /api/posts/events',
    schema: { type: 'integer', minimum: 0 },
  },
  [searchedToHeader]: {
    description:
      'Of a search that ended early, with or without finds: the date back to which all posts were searched. Link goes on from there',
    schema: { type: 'string', format: 'date-time' },
  },
};
type HeaderName = keyof typeof headers;

const headerParameters = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the version that is to be changed; 412 when there is another by now',
    schema: { type: 'string' },
    example: '"v3"',
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The ETag of what the caller has; 304 without a body when it is still the same',
    schema: { type: 'string' },
    example: '"v3"',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A string of 8 to 200 characters, such as a UUID, new for each thing to make. A repeated request with it makes nothing, and gets the answer of the first',
    schema: { type: 'string', maxLength: 202 },
    example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  },
};

/** The OpenAPI 3.1 document, generated from the schemas that validate the calls. */
export async function openApiDocument(contract: Contract, brokerage: Brokerage): Promise<object> {
  const named: Record<string, JsonSchema> = { ...schemas };
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, call] of Object.entries(contract)) {
    // A tenth of a second in total: let other requests run in between.
    await setImmediate();
    const [method, path] = splitKey(key);
    const address = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation(key, call, named) };
  }
  const groups = new Set(Object.keys(contract).map((key) => groupOf(splitKey(key)[1])));
  const document = {
    openapi: '3.1.1',
    info: {
      title: `${brokerage.name} API`,
      version: '1',
      description,
      contact: { name: brokerage.legalName, email: brokerage.email, url: brokerage.baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: brokerage.baseUrl, description: brokerage.name }],
    tags: [...groups].map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'x-auth-token',
          description: 'The token of POST /api/auth, or an API token',
        },
      },
      parameters: headerParameters,
      headers,
      responses: {
        ...Object.fromEntries(
          Object.entries(meanings)
            .filter(([status]) => status !== '304')
            .map(([status, meaning]) => [
              status,
              errorResponse(meaning, status === '429' || status === '503'),
            ]),
        ),
        default: errorResponse('Anything else, such as a fault of the server'),
      },
      schemas: Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function operation(key: string, call: Call, named: Record<string, JsonSchema>) {
  const [method, path] = splitKey(key);
  const convert = (schema: Call['response'], direction: Direction): JsonSchema => {
    const converted = schemaWithReferences(schema, direction);
    Object.assign(named, converted.named);
    return converted.schema;
  };
  return {
    operationId: operationId(method, path),
    tags: [groupOf(path).title],
    summary: call.summary,
    description: remarksOn(key, call),
    'x-access': call.access,
    security: call.access === 'visitor' ? [] : [{ token: [] }],
    parameters: [
      ...parameters('path', call.params, convert),
      ...parameters('query', call.query, convert),
      ...headersOf(key, call),
    ],
    ...requestBody(key, call, convert),
    responses: {
      200: {
        description: 'Success',
        ...referencesTo(headersSent(key, call)),
        content: successContent(key, call, convert),
      },
      ...Object.fromEntries(
        statusesOf(key, call).map((status) => [
          status,
          status === 304
            ? { description: meanings[304], ...referencesTo(headersSent(key, call)) }
            : reference('responses', `${status}`),
        ]),
      ),
      default: reference('responses', 'default'),
    },
  };
}

type Convert = (schema: Call['response'], direction: Direction) => JsonSchema;

const reference = (kind: 'responses' | 'headers' | 'parameters' | 'schemas', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** 'PUT /api/posts/like/:id' is putPostsLikeById. */
const operationId = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .replace('/api/', '/')
    .replaceAll(/\/:(\w)/g, (_, letter: string) => `/By-${letter}`)
    .replaceAll(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase());

function remarksOn(key: string, call: Call): string {
  const remarks = [
    accessLabels[call.access],
    isPaged(call) && 'A page at a time: the header Link leads to the next',
    callsThatEndEarly.has(key) && 'A page may hold fewer than limit, even none, and still have a next',
    callsWithLink.has(key) && 'Of a long list its beginning: the header Link leads to the rest',
    versionedCalls.has(key) && 'With If-Match, only the version that it names is changed',
    idempotentCalls.has(key) && 'Repeated with the same Idempotency-Key within a day, it makes nothing twice',
    streams.has(key) && 'With Accept: text/event-stream, each message of the stream is one FeedEvents',
    scopeRemark(key),
    call.confirm === 'needed' && confirmRemark(key, call),
    call.limit !== undefined && limitText(limits[call.limit]),
    call.bodyLimit !== undefined && `The body may have ${call.bodyLimit / 1024} KiB`,
  ];
  return remarks
    .filter((remark) => remark !== false)
    .map((remark) => `${remark}.`)
    .join(' ');
}

function scopeRemark(key: string): string | false {
  const scope = scopeOf(key);
  return scope !== null && `API tokens need the scope ${scope}`;
}

const confirmRemark = (key: string, { confirmed }: Call): string =>
  [
    'Needs a sign-in or a confirmation within the last 15 minutes',
    ...(confirmed ? [`or a confirmation within ${confirmed}`] : []),
    ...(scopeOf(key) === null ? [] : ['but not of an API token']),
  ].join(', ');

const limitText = ({ limit, seconds }: Limit) =>
  `At most ${limit} times in ${seconds / 60} minutes for each member`;

const isPaged = ({ query }: Call) =>
  query !== undefined && fieldsOf(inputSchema(query)).some(({ name }) => name === 'cursor');

function parameters(place: 'path' | 'query', schema: Call['params'], convert: Convert) {
  if (!schema) return [];
  return fieldsOf(convert(schema, 'input')).map((field) => ({
    name: field.name,
    in: place,
    required: place === 'path' || field.required,
    schema: field.schema,
    ...(place === 'path' && { example: exampleOf(field.schema, field.name) }),
  }));
}

const headersOf = (key: string, call: Call) => [
  ...(statusesOf(key, call).includes(304) ? [reference('parameters', 'If-None-Match')] : []),
  ...(versionedCalls.has(key) ? [reference('parameters', 'If-Match')] : []),
  ...(idempotentCalls.has(key) ? [reference('parameters', 'Idempotency-Key')] : []),
];

function requestBody(key: string, { body }: Call, convert: Convert) {
  const file = uploads.get(key);
  if (file) {
    const schema = {
      type: 'object',
      required: [file],
      properties: { [file]: { type: 'string', format: 'binary' } },
    };
    const contentType = file === 'image' ? 'image/jpeg, image/png, image/webp' : 'application/pdf';
    const encoding = { [file]: { contentType } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } } };
  }
  if (!body) return {};
  const whole = inputSchema(body);
  const content = { 'application/json': { schema: convert(body, 'input'), example: exampleOf(whole) } };
  return { requestBody: { required: (whole.required?.length ?? 0) > 0, content } };
}

function headersSent(key: string, call: Call): HeaderName[] {
  const sent: [HeaderName, boolean][] = [
    ['ETag', statusesOf(key, call).includes(304) || callsWithNewVersion.has(key)],
    ['Link', isPaged(call) || callsWithLink.has(key)],
    [positionHeader, callsWithPosition.has(key)],
    [searchedToHeader, callsThatEndEarly.has(key)],
  ];
  return sent.filter(([, isSent]) => isSent).map(([name]) => name);
}

const successContent = (key: string, call: Call, convert: Convert) => ({
  ...Object.fromEntries(
    [call.produces ?? 'application/json']
      .flat()
      .map((type) => [type, { schema: convert(call.response, 'output') }]),
  ),
  ...(streams.has(key) && { 'text/event-stream': { schema: { type: 'string' } } }),
});

const referencesTo = (names: HeaderName[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, reference('headers', name)])),
  };

const errorResponse = (meaning: string, isTemporary = false) => ({
  description: meaning,
  ...referencesTo(isTemporary ? ['Retry-After'] : []),
  content: { 'application/json': { schema: reference('schemas', 'Error') } },
});
