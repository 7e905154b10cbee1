import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Page, PrivacyRequestForm } from '../../../shared/pages.ts';
import { privacyForm } from '../../../shared/privacy.contract.ts';
import { validated } from '../../platform/http/api-routes.ts';
import { toHttpError } from '../../platform/http/error-handler.ts';
import { clientAddress } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { confirmPrivacyRequest, isConfirmable, sendPrivacyRequest } from './privacy-requests.service.ts';

const typedFields = ['kind', 'name', 'email', 'details'] as const;

/** The public form, without script. In a scope of its own: only here are form bodies parsed. */
export async function privacyPages(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(formBody);

  const send = (reply: FastifyReply, page: Page, path: string) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': parts.renderer.pagePolicy,
        'cache-control': 'no-store',
      })
      .send(parts.renderer.page(page, path, parts.siteSettings.current));
  const sendForm = (reply: FastifyReply, form: Partial<PrivacyRequestForm>) =>
    send(
      reply,
      { kind: 'privacy-request', form: { sent: false, values: {}, errors: [], ...form } },
      '/privacy-request',
    );

  app.setErrorHandler(async (error, request, reply) => {
    const { status, errors, retryAfter } = toHttpError(error, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return sendForm(reply.code(status), { values: typedValues(request.body), errors });
  });
  app.get<{ Querystring: { sent?: string } }>('/privacy-request', async (request, reply) =>
    sendForm(reply, { sent: request.query.sent === '1' }),
  );
  app.post('/privacy-request', async (request, reply) => {
    const form = validated(privacyForm, request.body ?? {});
    await sendPrivacyRequest(parts, form, clientAddress(request));
    return reply.redirect('/privacy-request?sent=1', 303);
  });

  // Reading the page uses nothing up: programs that check mails follow their links.
  const path = '/privacy-request/confirm';
  const state = (state: 'ask' | 'confirmed' | 'invalid'): Page => ({ kind: 'privacy-confirm', state });
  app.get<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) =>
    (await isConfirmable(parts.db, request.params.token))
      ? send(reply, state('ask'), path)
      : send(reply.code(404), state('invalid'), path),
  );
  app.post<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) =>
    (await confirmPrivacyRequest(parts, request.params.token))
      ? send(reply, state('confirmed'), path)
      : send(reply.code(404), state('invalid'), path),
  );
}

function typedValues(body: unknown): PrivacyRequestForm['values'] {
  if (typeof body !== 'object' || body === null) return {};
  const entries = typedFields.map((field) => [field, Reflect.get(body, field)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
