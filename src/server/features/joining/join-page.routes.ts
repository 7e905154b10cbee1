import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorItem } from '../../../shared/errors.ts';
import type { JoinView, SignForm } from '../../../shared/join-view.ts';
import { joiningContract } from '../../../shared/joining.contract.ts';
import type { ApplicationStep, JoinState } from '../../../shared/joining-fields.ts';
import { validated } from '../../platform/http/api-routes.ts';
import { toHttpError } from '../../platform/http/error-handler.ts';
import { notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { originOf } from '../agreements/origin.ts';
import { sendCopy } from '../agreements/send-copy.ts';
import {
  isOpen,
  joinCopy,
  joinState,
  openLink,
  reply as replyToQuestion,
  reviewAgreement,
  saveAnswers,
  sayNo,
} from './applicant.service.ts';
import { answersOfStep, isStep, savedTexts, textOf, typedAnswers } from './join-forms.ts';
import { mailCode, sign } from './sign.service.ts';

type Linked = FastifyRequest<{ Params: { token: string } }>;
type Stepped = FastifyRequest<{ Params: { token: string; step: string } }>;

const emptyForm: SignForm = { name: '', agree: false, consent: false, codeSent: false, errors: [] };

/** The page of a personal link, without script. In a scope of its own: only here are form bodies parsed. */
export async function joinPages(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register(formBody);

  // Never stored, and its address, which opens it, goes nowhere else: with a redirect neither.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  const send = (reply: FastifyReply, view: JoinView) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': parts.renderer.pagePolicy,
      })
      .send(parts.renderer.page({ kind: 'join', ...view }, '/join', parts.siteSettings.current));

  app.setErrorHandler(async (error, request, reply) => {
    const { status, errors, retryAfter } = toHttpError(error, request);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    reply.code(status);
    if (status === 404) return send(reply, { view: 'unknown' });
    return send(reply, { view: 'failed', message: errors[0]?.msg ?? 'Something went wrong' });
  });

  const stateOf = async (request: Linked): Promise<JoinState> =>
    joinState(parts.db, (await openLink(parts, tokenIn(request), originOf(request))).id);

  /** Shows what is wrong with what was typed; an unknown link and limits are no matter of the form. */
  async function orShow(
    request: Linked,
    reply: FastifyReply,
    act: () => Promise<unknown>,
    show: (errors: ErrorItem[]) => Promise<JoinView>,
  ): Promise<unknown> {
    try {
      return await act();
    } catch (error) {
      const { status, errors } = toHttpError(error, request);
      if (status !== 400 && status !== 409) throw error;
      return send(reply.code(status), await show(errors));
    }
  }

  const home = (request: Linked) => `/join/${tokenIn(request)}`;
  const next = (request: Linked, { missing }: JoinState) => `${home(request)}/${missing[0] ?? 'agreement'}`;

  app.get('/join/declined', async (_, reply) => send(reply, { view: 'declined' }));

  app.get('/join/:token', async (request: Linked, reply) => {
    const state = await stateOf(request);
    const token = tokenIn(request);
    if (isOpen(state)) return send(reply, { view: 'start', token, state });
    return send(reply, { view: 'status', token, state, reply: '', errors: [] });
  });

  app.get('/join/:token/copy', async (request: Linked, reply) => {
    const file = await joinCopy(parts, tokenIn(request), originOf(request));
    reply.type('application/pdf');
    return sendCopy(parts, reply, file);
  });

  app.get('/join/:token/decline', async (request: Linked, reply) => {
    const state = await stateOf(request);
    return send(reply, { view: 'decline', token: tokenIn(request), state, reason: '', errors: [] });
  });
  app.post('/join/:token/decline', async (request: Linked, reply) => {
    const token = tokenIn(request);
    const reason = textOf(request.body, 'reason');
    return orShow(
      request,
      reply,
      async () => {
        const body = validated(joiningContract['POST /api/join/decline'].body, { token, reason });
        await sayNo(parts, body, originOf(request));
        return reply.redirect('/join/declined', 303);
      },
      async (errors) => ({ view: 'decline', token, state: await stateOf(request), reason, errors }),
    );
  });

  app.post('/join/:token/reply', async (request: Linked, reply) => {
    const token = tokenIn(request);
    const text = textOf(request.body, 'text');
    return orShow(
      request,
      reply,
      async () => {
        const body = validated(joiningContract['POST /api/join/reply'].body, { token, text });
        await replyToQuestion(parts, body, originOf(request));
        return reply.redirect(home(request), 303);
      },
      async (errors) => ({ view: 'status', token, state: await stateOf(request), reply: text, errors }),
    );
  });

  async function agreementView(request: Linked, form: SignForm, seen?: string): Promise<JoinView> {
    const token = tokenIn(request);
    const agreement = await reviewAgreement(parts, { token, seen }, originOf(request));
    // Who said yes to another one says it again.
    const agree = form.agree && agreement.sha256 === seen;
    return { view: 'agreement', token, state: await stateOf(request), agreement, form: { ...form, agree } };
  }

  app.get('/join/:token/agreement', async (request: Linked, reply) => {
    const state = await stateOf(request);
    if (!isOpen(state)) return reply.redirect(home(request), 303);
    if (state.missing.length > 0) return reply.redirect(next(request, state), 303);
    return send(reply, await agreementView(request, emptyForm));
  });
  app.post('/join/:token/code', async (request: Linked, reply) => {
    const form = signForm(request.body);
    const sha256 = textOf(request.body, 'sha256');
    return orShow(
      request,
      reply,
      async () => {
        const { code: _, ...asked } = joiningContract['POST /api/join/sign'].body.shape;
        const token = tokenIn(request);
        const { name } = validated(joiningContract['POST /api/join/code'].body.extend(asked), {
          ...boxes(form),
          token,
          sha256,
        });
        await mailCode(parts, { token, sha256, name }, originOf(request));
        return send(reply, await agreementView(request, { ...form, codeSent: true }, sha256));
      },
      (errors) => agreementView(request, { ...form, errors }, sha256),
    );
  });
  app.post('/join/:token/sign', async (request: Linked, reply) => {
    const form = signForm(request.body);
    const sha256 = textOf(request.body, 'sha256');
    return orShow(
      request,
      reply,
      async () => {
        const body = validated(joiningContract['POST /api/join/sign'].body, {
          ...{ ...boxes(form), token: tokenIn(request), sha256, code: textOf(request.body, 'code') },
        });
        const { event } = await sign(parts, body, originOf(request));
        request.log.info({ security: event }, 'security event');
        return reply.redirect(home(request), 303);
      },
      async (errors) => {
        const state = await stateOf(request);
        // Signed in another window.
        if (!isOpen(state)) return { view: 'status', token: tokenIn(request), state, reply: '', errors: [] };
        return agreementView(request, { ...form, errors }, sha256);
      },
    );
  });

  app.get('/join/:token/:step', async (request: Stepped, reply) => {
    const step = stepIn(request);
    const state = await stateOf(request);
    if (!isOpen(state)) return reply.redirect(home(request), 303);
    const values = savedTexts(step, state.answers);
    return send(reply, { view: 'step', token: tokenIn(request), state, step, values, errors: [] });
  });
  app.post('/join/:token/:step', async (request: Stepped, reply) => {
    const step = stepIn(request);
    const token = tokenIn(request);
    const values = typedAnswers(step, request.body);
    return orShow(
      request,
      reply,
      async () => {
        const answers = answersOfStep(step, values);
        const state = await saveAnswers(parts, { token, answers }, originOf(request));
        return reply.redirect(next(request, state), 303);
      },
      async (errors) => ({ view: 'step', token, state: await stateOf(request), step, values, errors }),
    );
  });
}

/** @throws 404 for what no link has */
function tokenIn({ params: { token } }: Linked): string {
  if (!/^[\w-]{1,100}$/.test(token)) throw notFound('Link');
  return token;
}

function stepIn({ params: { step } }: Stepped): ApplicationStep {
  if (!isStep(step)) throw notFound('Link');
  return step;
}

const signForm = (body: unknown): SignForm => ({
  name: textOf(body, 'name'),
  agree: textOf(body, 'agree') === 'yes',
  consent: textOf(body, 'consent') === 'yes',
  codeSent: textOf(body, 'codeSent') === 'yes',
  errors: [],
});

const boxes = ({ name, agree, consent }: SignForm) => ({ name, agree, consent });
