import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApplicationStep } from '../../../shared/joining/applications.ts';
import type { JoinView, SignForm } from '../../../shared/joining/join-view.ts';
import { joiningContract } from '../../../shared/joining/joining.contract.ts';
import type { JoinState } from '../../../shared/joining/joining-fields.ts';
import { validated } from '../../platform/http/api-routes.ts';
import { toHttpError } from '../../platform/http/error-handler.ts';
import { invalid, notFound } from '../../platform/http-error.ts';
import { repairedAddress } from '../../platform/pages/repaired-address.ts';
import { keepTypedForm, type TypedForm, textsOf, typedForm } from '../../platform/pages/typed-forms.ts';
import type { Parts } from '../../platform/parts.ts';
import { originOf } from '../agreements/origin.ts';
import { sendCopy } from '../agreements/send-copy.ts';
import {
  givenBefore,
  hasSaidNo,
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
import { isCodeOut, mailCode, sign } from './sign.service.ts';

type Linked = FastifyRequest<{ Params: { token: string } }>;
type Stepped = FastifyRequest<{ Params: { token: string; step: string } }>;

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
    const repaired = status === 404 && request.method === 'GET' && repairedAddress(request.url);
    if (repaired) return reply.redirect(repaired, 302);
    if (status === 404 && (await isOfNo(request))) return send(reply, { view: 'declined' });
    reply.code(status);
    if (status === 404) return send(reply, { view: 'unknown' });
    return send(reply, { view: 'failed', message: errors[0]?.msg ?? 'Something went wrong' });
  });

  const stateOf = async (request: Linked): Promise<JoinState> =>
    joinState(parts.db, (await openLink(parts, tokenIn(request), originOf(request))).id);

  async function isOfNo({ params }: FastifyRequest): Promise<boolean> {
    const { token } = z.object({ token: z.string() }).catch({ token: '' }).parse(params);
    return token !== '' && hasSaidNo(parts.db, token);
  }

  /**
   * Leads to a page that shows the errors in the typed form, so that it can be reloaded; beyond the limit of such pages
   * the answer is the page. An unknown link and limits are no matter of the form.
   */
  async function orShow(
    request: Linked,
    reply: FastifyReply,
    { path, anchor = '' }: { path: string; anchor?: string },
    act: () => Promise<unknown>,
    show: (typed: TypedForm) => Promise<JoinView>,
  ): Promise<unknown> {
    try {
      return await act();
    } catch (error) {
      const { status, errors } = toHttpError(error, request);
      if (status !== 400 && status !== 409) throw error;
      const again = await keepTypedForm(parts, request, path, errors);
      if (again) return reply.redirect(again + anchor, 303);
      return send(reply.code(status), await show({ body: textsOf(request.body), errors }));
    }
  }

  const home = (request: Linked) => `/join/${tokenIn(request)}`;
  const next = (request: Linked, { missing }: JoinState) => `${home(request)}/${missing[0] ?? 'agreement'}`;

  app.get('/join/declined', async (_, reply) => send(reply, { view: 'declined' }));

  async function homeView(request: Linked, typed?: TypedForm): Promise<JoinView> {
    const state = await stateOf(request);
    const token = tokenIn(request);
    if (isOpen(state)) return { view: 'start', token, state };
    return { view: 'status', token, state, reply: textOf(typed?.body, 'text'), errors: typed?.errors ?? [] };
  }
  app.get('/join/:token', async (request: Linked, reply) =>
    send(reply, await homeView(request, await typedForm(parts.db, request, home(request)))),
  );

  app.get('/join/:token/copy', async (request: Linked, reply) => {
    const file = await joinCopy(parts, tokenIn(request), originOf(request));
    reply.type('application/pdf');
    return sendCopy(parts, reply, file);
  });

  const declinePath = (request: Linked) => `${home(request)}/decline`;
  async function declineView(request: Linked, typed?: TypedForm): Promise<JoinView> {
    const state = await stateOf(request);
    const reason = textOf(typed?.body, 'reason');
    return { view: 'decline', token: tokenIn(request), state, reason, errors: typed?.errors ?? [] };
  }
  app.get('/join/:token/decline', async (request: Linked, reply) =>
    send(reply, await declineView(request, await typedForm(parts.db, request, declinePath(request)))),
  );
  app.post('/join/:token/decline', async (request: Linked, reply) =>
    orShow(
      request,
      reply,
      { path: declinePath(request) },
      async () => {
        const given = { token: tokenIn(request), reason: textOf(request.body, 'reason') };
        const body = validated(joiningContract['POST /api/join/decline'].body, given);
        if (textOf(request.body, 'sure') !== 'yes')
          throw invalid('Check the box to close your application', 'sure');
        await sayNo(parts, body, originOf(request));
        return reply.redirect('/join/declined', 303);
      },
      (typed) => declineView(request, typed),
    ),
  );

  // Shown before each of its forms answered with a redirect, and stored in tabs and histories.
  app.get('/join/:token/reply', async (request: Linked, reply) => reply.redirect(home(request), 303));
  app.post('/join/:token/reply', async (request: Linked, reply) =>
    orShow(
      request,
      reply,
      { path: home(request) },
      async () => {
        const given = { token: tokenIn(request), text: textOf(request.body, 'text') };
        await replyToQuestion(
          parts,
          validated(joiningContract['POST /api/join/reply'].body, given),
          originOf(request),
        );
        return reply.redirect(home(request), 303);
      },
      (typed) => homeView(request, typed),
    ),
  );

  async function agreementView(request: Linked, { body, errors }: TypedForm): Promise<JoinView> {
    const token = tokenIn(request);
    const seen = textOf(body, 'sha256') || undefined;
    const agreement = await reviewAgreement(parts, { token, seen }, originOf(request));
    const row = await openLink(parts, token, originOf(request));
    const typed = signForm(body);
    const form: SignForm = {
      ...typed,
      // A yes to another version of the agreement must be given again.
      agree: typed.agree && agreement.sha256 === seen,
      codeSent: typed.codeSent || isCodeOut(parts.sealing, row),
      errors,
    };
    return { view: 'agreement', token, state: await joinState(parts.db, row.id), agreement, form };
  }

  const agreementPath = (request: Linked) => `${home(request)}/agreement`;
  app.get('/join/:token/agreement', async (request: Linked, reply) => {
    const state = await stateOf(request);
    if (!isOpen(state)) return reply.redirect(home(request), 303);
    if (state.missing.length > 0) return reply.redirect(next(request, state), 303);
    const typed = await typedForm(parts.db, request, agreementPath(request));
    return send(reply, await agreementView(request, typed ?? { body: {}, errors: [] }));
  });
  for (const posted of ['code', 'sign']) {
    app.get(`/join/:token/${posted}`, async (request: Linked, reply) =>
      reply.redirect(`${agreementPath(request)}#sign`, 303),
    );
  }
  app.post('/join/:token/code', async (request: Linked, reply) =>
    orShow(
      request,
      reply,
      { path: agreementPath(request), anchor: '#sign' },
      async () => {
        const { code: _, ...asked } = joiningContract['POST /api/join/sign'].body.shape;
        const token = tokenIn(request);
        const sha256 = textOf(request.body, 'sha256');
        const { name } = validated(joiningContract['POST /api/join/code'].body.extend(asked), {
          ...boxes(signForm(request.body)),
          token,
          sha256,
        });
        await mailCode(parts, { token, sha256, name }, originOf(request));
        // The name and the boxes are stored with it.
        const again = await keepTypedForm(parts, request, agreementPath(request), []);
        return reply.redirect(`${again ?? agreementPath(request)}#sign`, 303);
      },
      (typed) => agreementView(request, typed),
    ),
  );
  app.post('/join/:token/sign', async (request: Linked, reply) =>
    orShow(
      request,
      reply,
      { path: agreementPath(request), anchor: '#sign' },
      async () => {
        const body = validated(joiningContract['POST /api/join/sign'].body, {
          ...boxes(signForm(request.body)),
          token: tokenIn(request),
          sha256: textOf(request.body, 'sha256'),
          code: textOf(request.body, 'code'),
        });
        const { event } = await sign(parts, body, originOf(request));
        request.log.info({ security: event }, 'security event');
        return reply.redirect(home(request), 303);
      },
      async (typed) => {
        const state = await stateOf(request);
        // Signed in another window.
        if (!isOpen(state)) return { view: 'status', token: tokenIn(request), state, reply: '', errors: [] };
        return agreementView(request, typed);
      },
    ),
  );

  const stepPath = (request: Stepped) => `${home(request)}/${stepIn(request)}`;
  app.get('/join/:token/:step', async (request: Stepped, reply) => {
    const step = stepIn(request);
    const state = await stateOf(request);
    if (!isOpen(state)) return reply.redirect(home(request), 303);
    const typed = await typedForm(parts.db, request, stepPath(request));
    const given = await givenBefore(parts.db, tokenIn(request));
    const values = typed ? typedAnswers(step, typed.body) : savedTexts(step, { ...given, ...state.answers });
    const errors = typed?.errors ?? [];
    return send(reply, { view: 'step', token: tokenIn(request), state, step, values, errors });
  });
  app.post('/join/:token/:step', async (request: Stepped, reply) => {
    const step = stepIn(request);
    const token = tokenIn(request);
    const values = typedAnswers(step, request.body);
    return orShow(
      request,
      reply,
      { path: stepPath(request) },
      async () => {
        const answers = answersOfStep(step, values);
        const state = await saveAnswers(parts, { token, answers }, originOf(request));
        return reply.redirect(next(request, state), 303);
      },
      async ({ errors }) => ({ view: 'step', token, state: await stateOf(request), step, values, errors }),
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
