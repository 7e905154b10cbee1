import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { opensCall } from '../../../shared/api-tokens/token-scopes.ts';
import {
  confirmMessage,
  enrollmentCalls,
  messageOfConfirmation,
  unprovenCalls,
} from '../../../shared/auth/sensitive-calls.ts';
import type {
  Access,
  BodyOf,
  Call,
  CallKey,
  Method,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '../../../shared/contract.ts';
import { second } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import { forbidden, HttpError } from '../http-error.ts';
import type { Actor } from './actor.ts';
import { type ApiParts, authenticate } from './authenticate.ts';
import { confirmationNeeded, requireFresh } from './confirmation.ts';
import { type IdempotencyKey, idempotencyKeyOf } from './idempotency.ts';
import { JsonText } from './json-text.ts';
import { Prepared, sendPrepared } from './prepared.ts';
import { outcomeOf, rulesFor } from './publishing.ts';
import { consumeHits, type Hit, hitsOf } from './rate-limits.ts';
import { needsSecondFactor } from './second-factor-rule.ts';
import type { SecurityNote } from './security-note.ts';
import { requireStillSignedIn } from './still-allowed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** Undefined until the input is known to be valid. */
    securityNote: SecurityNote | undefined;
  }
}

interface Input<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Present exactly when access is not 'visitor', so a forgotten check does not compile. */
  actor: C['access'] extends 'visitor' ? undefined : Actor;
  /** The key from the header, for calls in idempotentCalls only. */
  idempotencyKey: IdempotencyKey | undefined;
  /** For countedInTransaction; of the calls in `countedWithin` only. */
  hits: readonly Hit[];
  request: FastifyRequest;
  reply: FastifyReply;
}

/** One handler per call of a contract. It returns the contract's value, that value already serialized, or a stream. */
export type Handlers<T extends Record<CallKey, Call>> = {
  [K in keyof T]: T[K] extends Call
    ? (input: Input<T[K]>) => Promise<ResponseOf<T[K]> | JsonText<ResponseOf<T[K]>> | Prepared | Readable>
    : never;
};

/** Otherwise a body of a few KB could cause a response of a megabyte. */
const maxErrors = 50;

/**
 * Registers a feature's calls with validation, authentication and authorization as its contract declares. Calls in
 * `countedWithin` count for their limit in the transaction of their work; the others before it.
 */
export function apiRoutes<T extends Record<CallKey, Call>>(
  app: FastifyInstance,
  parts: ApiParts,
  contract: T,
  handlers: Handlers<T>,
  { countedWithin = [] }: { countedWithin?: readonly (keyof T)[] } = {},
): void {
  const within = new Set<PropertyKey>(countedWithin);
  /** In milliseconds. A slow body may outlive the session or token that it began with. */
  const letIn = new WeakMap<FastifyRequest, number>();
  for (const [key, call] of Object.entries(contract)) {
    const [method, url] = splitKey(key);
    const handler: unknown = Reflect.get(handlers, key);
    if (typeof handler !== 'function') throw new Error(`No handler for ${key}`);
    app.route({
      method,
      url,
      bodyLimit: call.bodyLimit ?? 64 * 1024,
      exposeHeadRoute: call.head ?? true,
      // Answers to other methods may hold a token.
      config: { compressed: method === 'GET' && call.secret !== true },
      // Before the body is read, which unauthorized callers need not send.
      onRequest: async (request) => {
        request.actor = await actorFor(call.access, parts, request);
        if (request.actor) requireScope(request.actor, key);
        if (request.actor) await requireSecondFactor(parts, request.actor, key);
        letIn.set(request, performance.now());
      },
      handler: async (request, reply) => {
        const waited = performance.now() - (letIn.get(request) ?? 0);
        if (request.actor && waited >= (parts.slowBody ?? second))
          await requireStillSignedIn(parts.db, request.actor);
        const given = parseInput(call, request);
        request.securityNote = {};
        if (call.confirm === 'needed' && request.actor)
          await requireFresh(parts, request.actor, messageOfConfirmation(key), call);
        const idempotencyKey = idempotencyKeyOf(key, given, request);
        // After validation: invalid input counts for the general limit only.
        const hits = hitsBy(request.actor, call, parts.config);
        const isWithin = within.has(key);
        if (!isWithin) await consumeHits(parts.db, hits);
        const input = {
          ...given,
          idempotencyKey,
          hits: isWithin ? hits : [],
          actor: request.actor,
          request,
          reply,
        };
        const answer: unknown = await handler(input);
        if (answer instanceof Prepared) return sendPrepared(request, reply.type('application/json'), answer);
        if (typeof call.produces === 'string')
          reply.type(call.produces.startsWith('text/') ? `${call.produces}; charset=utf-8` : call.produces);
        if (answer instanceof Readable) return reply.send(answer);
        if (answer instanceof JsonText) {
          if (parts.checkResponses) call.response.parse(JSON.parse(answer.text));
          return reply.type('application/json; charset=utf-8').send(answer.text);
        }
        if (parts.checkResponses) call.response.parse(answer);
        return answer;
      },
    });
  }
}

const hitsBy = (actor: Actor | undefined, { limit }: Call, { rateLimits }: Config): readonly Hit[] =>
  actor && limit && rateLimits ? hitsOf(limit, actor) : [];

export function splitKey(key: string): [Method, string] {
  const [method, url] = key.split(' ');
  if (!url || !isMethod(method)) throw new Error(`Not a call: ${key}`);
  return [method, url];
}

const isMethod = (text: string | undefined): text is Method =>
  text === 'GET' || text === 'POST' || text === 'PUT' || text === 'PATCH' || text === 'DELETE';

async function actorFor(
  access: Access,
  parts: ApiParts,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (access === 'visitor') {
    parts.apiLimit.consume(request, undefined);
    return undefined;
  }
  const actor = await authenticate(parts, request, { access });
  if (access === 'articles' || access === 'testimonials') {
    const rules = await rulesFor(parts.db, parts.config, actor);
    if (outcomeOf(rules[access], actor) === 'refused') throw forbidden();
  }
  return actor;
}

/** @throws 403 for an API token without the scope */
function requireScope({ scopes }: Actor, key: string): void {
  if (scopes && !opensCall(scopes, key)) throw new HttpError(403, [{ msg: "This token can't do that" }]);
}

/**
 * @throws 403 for a user who has to set up a second factor before anything else; 400 with the ways to confirm, for a
 * session opened by only the password though the user has a factor (docs/security.md S1.8)
 */
async function requireSecondFactor(parts: ApiParts, actor: Actor, key: string): Promise<void> {
  if (!enrollmentCalls.has(key) && !actor.secondFactor && needsSecondFactor(parts.config, actor))
    throw new HttpError(403, [{ msg: 'Please set up two-step verification first' }]);
  if (!actor.secondFactor || actor.scopes || actor.session.factorProvenAt !== null) return;
  if (unprovenCalls.has(key)) return;
  throw await confirmationNeeded(parts, actor, confirmMessage);
}

function parseInput(call: Call, request: FastifyRequest) {
  return {
    params: call.params && foundAt(call.params, request.params),
    query: call.query && validated(call.query, singleValues(request.query)),
    body: call.body && validated(call.body, request.body === undefined ? {} : request.body),
  };
}

/** An id or slug of impossible form is not found (docs/product.md P4.5). */
function foundAt(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new HttpError(404, [{ msg: parsed.error.issues[0]?.message ?? 'Not found' }]);
  if (holdsNul(params)) throw new HttpError(404, [{ msg: 'Not found' }]);
  return parsed.data;
}

function singleValues(query: unknown): object {
  const values = Object.fromEntries(
    Object.entries(Object(query)).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
  if (holdsNul(values)) throw new HttpError(400, [{ msg: 'The request could not be read' }]);
  return values;
}

/** PostgreSQL rejects NUL even in comparisons. Body fields check it themselves. */
const holdsNul = (values: unknown) =>
  Object.values(Object(values)).some((value) => String(value).includes('\0'));

/** The parsed input. @throws 400 with every error and its field, up to `maxErrors` */
export function validated<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new HttpError(
    400,
    parsed.error.issues
      .slice(0, maxErrors)
      .map(({ message, path }) =>
        path.length > 0 ? { msg: message, field: path.join('.') } : { msg: 'The request could not be read' },
      ),
  );
}
