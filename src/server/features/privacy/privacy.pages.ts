import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Page, PrivacyRequestForm } from '../../../shared/pages.ts';
import { privacyForm } from '../../../shared/privacy/privacy.contract.ts';
import { validated } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { toHttpError } from '../../platform/http/error-handler.ts';
import { repairedAddress } from '../../platform/pages/repaired-address.ts';
import { keepTypedForm, typedForm } from '../../platform/pages/typed-forms.ts';
import type { Parts } from '../../platform/parts.ts';
import { confirmationState, confirmPrivacyRequest, sendPrivacyRequest } from './privacy-requests.service.ts';

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
    const again = status === 400 && (await keepTypedForm(parts, request, '/privacy-request', errors));
    if (again) return reply.redirect(again, 303);
    return sendForm(reply.code(status), { values: typedValues(request.body), errors });
  });
  app.get<{ Querystring: { sent?: string } }>('/privacy-request', async (request, reply) => {
    const typed = await typedForm(parts.db, request, '/privacy-request');
    if (typed) return sendForm(reply, { values: typedValues(typed.body), errors: typed.errors });
    return sendForm(reply, { sent: request.query.sent === '1' });
  });
  app.post('/privacy-request', async (request, reply) => {
    const form = validated(privacyForm, request.body ?? {});
    await sendPrivacyRequest(parts, form, clientAddress(request));
    return reply.redirect('/privacy-request?sent=1', 303);
  });

  // Reading the page uses nothing up: programs that check mails follow their links.
  const path = '/privacy-request/confirm';
  app.get<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) => {
    const state = await confirmationState(parts.db, request.params.token);
    const repaired = state === 'invalid' && repairedAddress(request.url);
    if (repaired) return reply.redirect(repaired, 302);
    return send(reply.code(state === 'invalid' ? 404 : 200), { kind: 'privacy-confirm', state }, path);
  });
  app.post<{ Params: { token: string } }>(`${path}/:token`, async (request, reply) => {
    const { token } = request.params;
    await confirmPrivacyRequest(parts, token);
    // Shows how it stands: confirmed, also when that was before, or no longer valid.
    return reply.redirect(`${path}/${encodeURIComponent(token)}`, 303);
  });
}

function typedValues(body: unknown): PrivacyRequestForm['values'] {
  if (typeof body !== 'object' || body === null) return {};
  const entries = typedFields.map((field) => [field, Reflect.get(body, field)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
