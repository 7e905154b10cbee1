import type { ApiContract } from '../shared/api.contract.ts';
import type { Call, ResponseOf, SentBodyOf, SentQueryOf } from '../shared/contract.ts';
import type { ErrorBody, ErrorDetails, ProofMethod } from '../shared/errors.ts';
import { idempotencyHeader, idempotentCalls } from '../shared/idempotent-calls.ts';
import { clearRefusedToken, storedToken } from './session.ts';

type AnyKey = keyof ApiContract;
/** Calls that return a file. */
export type FileKey = {
  [K in AnyKey]: ApiContract[K] extends { produces: string | readonly string[] } ? K : never;
}[AnyKey];
export type ApiKey = Exclude<AnyKey, FileKey>;

/** A failed call: status 0 if the server is unreachable. */
export class ApiError extends Error {
  readonly status: number;
  readonly messages: string[];
  readonly fields: Record<string, string>;
  readonly details: ErrorDetails;

  constructor(status: number, { errors, secondFactor, confirm }: ErrorBody, cause?: unknown) {
    super(errors[0]?.msg ?? 'Request failed', { cause });
    this.status = status;
    this.details = { ...(secondFactor && { secondFactor }), ...(confirm && { confirm }) };
    this.messages = errors.map(({ msg }) => msg);
    this.fields = Object.fromEntries(
      errors.flatMap(({ field, msg }) => (field ? [[field, msg]] : [])).reverse(),
    );
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Options<K extends AnyKey, C extends Call> = ([Names<K>] extends [never]
  ? { params?: undefined }
  : { params: Record<Names<K>, string> }) &
  (SentBodyOf<C> extends undefined ? { body?: undefined } : { body: SentBodyOf<C> }) & {
    query?: SentQueryOf<C>;
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** A short body still arrives when the page is closed. */
    outlivesPage?: boolean;
  };

/** Optional if the call takes neither parameters nor a body. */
type Rest<K extends AnyKey> =
  Record<never, never> extends Options<K, ApiContract[K]>
    ? [options?: Options<K, ApiContract[K]>]
    : [options: Options<K, ApiContract[K]>];

export interface Answer<T> {
  data: T;
  headers: Headers;
}

/** The version that was read, for `ifMatch`. */
export const etagOf = (headers: Headers): string | undefined => headers.get('etag') ?? undefined;

/** Changes the version that was read only: once someone else has replaced it, the answer is 412. */
export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { 'if-match': etag };

/** Returns the data of a call. @throws ApiError for every failure; status 0 if the server is unreachable */
export async function api<K extends ApiKey>(key: K, ...rest: Rest<K>): Promise<ResponseOf<ApiContract[K]>> {
  const { data } = await apiAnswer(key, ...rest);
  return data;
}

/** As `api`, with the headers: the ETag of an editor, the Link of a list. */
export async function apiAnswer<K extends ApiKey>(
  key: K,
  ...rest: Rest<K>
): Promise<Answer<ResponseOf<ApiContract[K]>>> {
  const [options = {}] = rest;
  return send(key, options);
}

/** Returns a file. @throws ApiError for every failure; status 0 if the server is unreachable or breaks off */
export async function apiFile<K extends FileKey>(
  key: K,
  ...rest: Rest<K>
): Promise<{ filename: string; file: Blob }> {
  const [options = {}] = rest;
  const response = await request(key, options, fileTimeout);
  const [, filename = 'file'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { filename, file: await response.blob().catch(unreachable) };
}

const responseListeners = new Set<(response: Response) => void>();

/** Calls `listener` with each response, its body unread. */
export const onResponse = (listener: (response: Response) => void): unknown =>
  responseListeners.add(listener);

/** Milliseconds until an unresponsive server counts as unreachable. */
const waitTimeout = 30_000;
const fileTimeout = 5 * 60_000;

interface LooseOptions {
  params?: Record<string, string> | undefined;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  outlivesPage?: boolean | undefined;
}

/** Characters: browsers take 64 KiB of all such bodies together, and a character takes up to 3 bytes. */
const maxOutliving = 20_000;

async function send<T>(key: string, options: LooseOptions): Promise<Answer<T>> {
  if (!idempotentCalls.has(key)) return receive(key, options);
  const intent = JSON.stringify([key, options.params, options.body]);
  const header = unanswered.get(intent) ?? `"${randomKey()}"`;
  remember(intent, header);
  const withKey = { ...options, headers: { ...options.headers, [idempotencyHeader]: header } };
  try {
    // Once more: the connection may have broken before or after the server made the thing.
    const answer = await receive<T>(key, withKey).catch((error: unknown) => {
      if (!isBroken(error)) throw error;
      return receive<T>(key, withKey);
    });
    unanswered.delete(intent);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) unanswered.delete(intent);
    throw error;
  }
}

/** Idempotency keys by request, of those that may or may not have made their thing: sent again, they reuse the key. */
const unanswered = new Map<string, string>();
const maxUnanswered = 10;

function remember(intent: string, header: string): void {
  unanswered.set(intent, header);
  for (const oldest of unanswered.keys()) {
    if (unanswered.size <= maxUnanswered) break;
    unanswered.delete(oldest);
  }
}

/** Not randomUUID, which browsers have on secure pages only. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Not for a timeout: the server has been given time enough. */
const isBroken = (error: unknown) =>
  error instanceof ApiError && error.status === 0 && error.cause instanceof TypeError;

async function receive<T>(key: string, options: LooseOptions): Promise<Answer<T>> {
  const response = await request(key, options, waitTimeout);
  return { data: await response.json().catch(unreachable), headers: response.headers };
}

type Confirm = (methods: ProofMethod[]) => Promise<boolean>;
let confirmIdentity: Confirm = async () => false;

/**
 * Registers how to confirm the user's identity when a call needs it. The call is repeated when `confirm` resolves with
 * true.
 */
export function onConfirmationNeeded(confirm: Confirm): void {
  confirmIdentity = confirm;
}

/** Returns a successful response, its body unread. @throws ApiError */
async function request(key: string, options: LooseOptions, timeout: number): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ');
  const token = storedToken();
  const tooLong = AbortSignal.timeout(timeout);
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  const response = await fetch(address(path, options), {
    method,
    headers: {
      ...(token !== undefined && { 'x-auth-token': token }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body,
    keepalive: options.outlivesPage === true && (body?.length ?? 0) <= maxOutliving,
    signal: options.signal ? AbortSignal.any([options.signal, tooLong]) : tooLong,
  }).catch(unreachable);
  for (const listener of responseListeners) listener(response);
  if (response.ok) return response;
  if (response.status === 401) clearRefusedToken(token);
  const error = new ApiError(response.status, await errorBody(response));
  const { confirm } = error.details;
  if (confirm && (await confirmIdentity(confirm.methods))) return request(key, options, timeout);
  throw error;
}

function address(path: string, { params = {}, query = {} }: LooseOptions): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled;
}

export const offline: ErrorBody = {
  msg: 'The server cannot be reached. Check your connection and try again.',
  errors: [{ msg: 'The server cannot be reached. Check your connection and try again.' }],
};

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  throw new ApiError(0, offline, error);
}

async function errorBody(response: Response): Promise<ErrorBody> {
  const fallback = { msg: response.statusText, errors: [{ msg: response.statusText || 'Request failed' }] };
  return response.json().catch(() => fallback);
}
