import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sentAddress } from '../../../shared/contact/after-sending.ts';
import { contactRequest } from '../../../shared/contact/contact.contract.ts';
import { calculatorFromQuery, feesOfLink, keptCalculation } from '../../../shared/fees/calculator-link.ts';
import { parseVisit } from '../../../shared/leads/lead-source.ts';
import type { ContactForm } from '../../../shared/pages.ts';
import { validated } from '../../platform/http/api-routes.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { toHttpError } from '../../platform/http/error-handler.ts';
import { accepts } from '../../platform/http/prepared.ts';
import { keepTypedForm, typedForm } from '../../platform/pages/typed-forms.ts';
import type { Parts } from '../../platform/parts.ts';
import { replyReminder } from '../leads/lead-settings.service.ts';
import { sendContactRequest } from './contact.service.ts';
import { openTimeTrap } from './time-trap.ts';

const compress = promisify(gzip);
const typedFields = [
  'firstName',
  'lastName',
  'phone',
  'email',
  'license',
  'brokerage',
  'dealsPerYear',
  'message',
];

/** The contact form without JavaScript. In a scope of its own: only here are form bodies parsed. */
export async function contactPages(app: FastifyInstance, parts: Parts): Promise<void> {
  const trap = await openTimeTrap(parts.db);
  await app.register(formBody);

  // Not cached: each has its own signed time.
  const sendForm = (request: FastifyRequest, reply: FastifyReply, form: Partial<ContactForm>) =>
    sendPage(parts, request, reply, { started: trap.sealed(), sent: false, values: {}, errors: [], ...form });

  // The form itself needs no database.
  const reminder = (request: FastifyRequest) =>
    replyReminder(parts.db).catch((error: unknown) => {
      request.log.warn({ err: error }, 'contact form without its reminder');
      return undefined;
    });

  app.setErrorHandler(async (error, request, reply) => {
    const { status, errors, retryAfter } = toHttpError(error, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const again = status === 400 && (await keepTypedForm(parts, request, '/contact', errors));
    if (again) return reply.redirect(again, 303);
    return sendForm(request, reply.code(status), { values: typedValues(request.body), errors });
  });
  app.get<{ Querystring: Record<string, unknown> }>('/contact', async (request, reply) => {
    parts.visits.read(request, '/contact');
    const typed = await typedForm(parts.db, request, '/contact');
    if (typed)
      return sendForm(request, reply, {
        values: typedValues(typed.body),
        errors: typed.errors,
        reminder: await reminder(request),
      });
    const { sent, ...figures } = request.query;
    return sendForm(request, reply, {
      sent: sent === '1',
      calculation: calculationOf(Object.entries(figures)),
      reminder: await reminder(request),
    });
  });
  app.post('/contact', async (request, reply) => {
    const body = validated(contactRequest, request.body ?? {});
    const sender = {
      address: clientAddress(request),
      trusted: trap.trusts(body.started),
      hasty: trap.isHasty(body.started),
    };
    const arrived = await sendContactRequest(parts, body, sender);
    if (arrived) parts.visits.count(request, 'sent', '/contact');
    // Redirect, so that reloading the page does not send the form again.
    const figures = new URLSearchParams(parseVisit(body.visit)?.calculation);
    return reply.redirect(sentAddress(calculationOf([...figures])), 303);
  });
}

/** Only figures that the calculator can read. */
const calculationOf = (pairs: [string, unknown][]): string =>
  keptCalculation(calculatorFromQuery(pairs), feesOfLink(pairs));

function typedValues(body: unknown): ContactForm['values'] {
  if (typeof body !== 'object' || body === null) return {};
  const entries = typedFields.map((field) => [field, Reflect.get(body, field)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

async function sendPage(
  { renderer, siteSettings }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  form: ContactForm,
): Promise<FastifyReply> {
  const html = renderer.page({ kind: 'contact', form }, '/contact', siteSettings.current);
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': renderer.pagePolicy,
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  });
  if (!accepts(request.headers['accept-encoding'] ?? '', 'gzip')) return reply.send(html);
  return reply.header('content-encoding', 'gzip').send(await compress(html));
}
