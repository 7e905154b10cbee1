import type { FastifyInstance, FastifyReply } from 'fastify';
import { type MailText, mailTextsContract } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { expectedVersions, sendVersion } from '../../platform/http/versions.ts';
import type { Parts } from '../../platform/parts.ts';
import {
  getMailText,
  listMailTexts,
  previewMail,
  resetMailText,
  saveMailText,
  sendTestOf,
  type VersionedMailText,
} from './mail-texts.service.ts';

export function mailTextsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config, mails } = parts;
  apiRoutes(app, parts, mailTextsContract, {
    'GET /api/mail-texts': () => listMailTexts(db),
    'GET /api/mail-texts/:kind': async ({ params, reply }) =>
      withVersion(reply, await getMailText(db, params.kind)),
    'PUT /api/mail-texts/:kind': async ({ params, body, actor, request, reply }) =>
      withVersion(reply, await saveMailText(db, actor, params.kind, body, expectedVersions(request))),
    'DELETE /api/mail-texts/:kind': async ({ params, actor, request, reply }) =>
      withVersion(reply, await resetMailText(db, actor, params.kind, expectedVersions(request))),
    'POST /api/mail-texts/:kind/preview': async ({ params, body, actor }) =>
      previewMail(actor, params.kind, body, config.brokerage),
    'POST /api/mail-texts/:kind/test': async ({ params, body, actor }) => {
      await sendTestOf(parts, actor, params.kind, body);
      mails.wake();
      return { msg: `A test is on its way to ${actor.email}` };
    },
  });
}

function withVersion(reply: FastifyReply, { mailText, version }: VersionedMailText): MailText {
  sendVersion(reply, version);
  return mailText;
}
