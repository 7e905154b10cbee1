import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';
import { second } from '../../../shared/time.ts';
import type { MailRow } from '../../tables/mails.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Sealing } from '../sealing.ts';
import { claimDueMail, recordFailure, recordSent, releaseMail } from './queue-mail.ts';
import { openMail } from './sealed-letter.ts';

/** For retries, and for mails queued by a process that ended. */
const round = 5 * second;
const maxConcurrent = 4;
/** Total time of an attempt; shorter than the claim. */
const attemptTimeout = 60 * second;
const grace = 2 * second;

interface MailFile {
  name: string;
  type: string;
  bytes: Buffer;
}
/** Reads a document by its id. @throws when it is not there, or its store does not answer */
type ReadFile = (documentId: string) => Promise<MailFile>;

const noFiles: ReadFile = async () => {
  throw new Error('This process reads no files');
};

/** Sends the outbox; several processes on one database share the work. */
export class MailWorker {
  readonly #config: Config;
  readonly #db: Database;
  readonly #sealing: Sealing;
  readonly #readFile: ReadFile;
  readonly #giveUp = new AbortController();
  readonly #attempts = new Set<Promise<void>>();
  #transport: Transporter | undefined;
  #log: FastifyBaseLogger | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookAgain = false;
  #stopping = false;

  constructor(config: Config, db: Database, sealing: Sealing, readFile: ReadFile = noFiles) {
    this.#config = config;
    this.#db = db;
    this.#sealing = sealing;
    this.#readFile = readFile;
  }

  /** Starts sending; without a mail server it only logs that mails are stored. */
  start(log: FastifyBaseLogger): void {
    if (this.#config.smtpUrl === undefined) {
      const words = 'SMTP_URL is not set: no email is sent. Emails are kept and go out once it is set.';
      // To someone who only tries the site it would look like a fault.
      if (this.#config.production) log.warn(words);
      else log.debug(words);
      return;
    }
    this.#log = log;
    this.#timer = setInterval(() => this.wake(), round).unref();
    this.wake();
  }

  /** Looks for due mails now; call it after queueing one. Cheap, never throws. */
  wake(): void {
    if (!this.#log || this.#stopping) return;
    if (this.#attempts.size >= maxConcurrent) {
      this.#lookAgain = true;
      return;
    }
    const attempt = this.#sendNext()
      .catch((error: unknown) => this.#log?.warn({ err: error }, 'outbox not reachable'))
      .finally(() => {
        this.#attempts.delete(attempt);
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.wake();
      });
    this.#attempts.add(attempt);
  }

  /** Stops within a few seconds, even if the mail server hangs. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const impatience = setTimeout(() => this.#giveUp.abort(), grace);
    await Promise.all(this.#attempts);
    clearTimeout(impatience);
  }

  async #sendNext(): Promise<void> {
    const mail = await claimDueMail(this.#db);
    if (!mail) return;
    // There may be more mails: look for the next one concurrently.
    this.wake();
    await this.#attempt(mail);
    this.#lookAgain = true;
  }

  async #attempt(mail: MailRow): Promise<void> {
    const error = await this.#send(mail).catch(asError);
    if (!error) return recordSent(this.#db, mail);
    // The server may have accepted it; it is sent again with the same Message-ID.
    if (this.#giveUp.signal.aborted) return releaseMail(this.#db, mail);
    const { code, responseCode } = { code: undefined, responseCode: undefined, ...error };
    const reason = logReason(error.message, responseCode);
    this.#log?.warn({ code, responseCode, reason, mail: mail.id, attempts: mail.attempts }, 'mail not sent');
    await recordFailure(this.#db, mail, mailFaultOf(error));
  }

  async #send(mail: MailRow): Promise<undefined> {
    const { mailFrom, brokerage, smtpUrl } = this.#config;
    if (smtpUrl === undefined) throw new Error('SMTP_URL is not set');
    this.#transport ??= await transportTo(smtpUrl, this.#config);
    const file = mail.document_id === null ? undefined : await this.#readFile(mail.document_id);
    await this.#transport.sendMail({
      // Stable over attempts, so that duplicates can be recognized.
      messageId: `<${mail.id}@${new URL(brokerage.baseUrl).hostname}>`,
      date: new Date(mail.created_at),
      from: mailFrom,
      // Objects, so that an address cannot be parsed as several.
      to: { name: '', address: mail.recipient },
      replyTo: { name: '', address: mail.reply_to ?? brokerage.email },
      subject: mail.subject,
      headers: automatic(mail.auto_reply ? 'auto-replied' : 'auto-generated'),
      ...openMail(mail, this.#sealing, brokerage),
      ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }] }),
      signal: AbortSignal.any([this.#giveUp.signal, AbortSignal.timeout(attemptTimeout)]),
    });
  }
}

/** So that no out-of-office reply answers (RFC 3834, MS-OXCMAIL). */
export const automatic = (how: 'auto-generated' | 'auto-replied') => ({
  'Auto-Submitted': how,
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
});

/** Explains an objection of the mail server or the network, where its own words do not. */
export function mailFaultOf(error: Error): string {
  if (/wrong version number|packet length too long|http request/i.test(error.message))
    return 'The mail server does not speak TLS on this port: use its port for smtps:// (usually 465), or smtp:// (usually port 587)';
  if (/greeting never received/i.test(error.message))
    return 'The mail server does not greet on this port: if it is the one for TLS (usually 465), use smtps://';
  return error.message;
}

const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
];

/** In words of ours: a mail server's message, which the Outbox shows, may name people. */
function logReason(message: string, responseCode: unknown): string {
  const network = networkCodes.find((code) => message.includes(code));
  if (responseCode === 535 || responseCode === 534) return 'the mail server refuses the user or password';
  if (Number(responseCode) >= 500) return 'the mail server refuses the message';
  if (Number(responseCode) >= 400) return 'the mail server is not ready';
  if (network) return `the mail server cannot be reached (${network})`;
  if (/certificate/i.test(message)) return 'the certificate of the mail server is not trusted';
  if (/STARTTLS|TLS|SSL|version number|packet length/i.test(message)) return 'no TLS with the mail server';
  if (/time.?out|greeting/i.test(message)) return 'the mail server does not answer in time';
  return 'the Outbox has what the mail server said';
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Without TLS anyone on the way could read the links in emails (docs/security.md S7.4). */
export async function transportTo(
  url: string,
  { smtpWithoutTls }: Pick<Config, 'smtpWithoutTls'>,
): Promise<Transporter> {
  // Not at the start, which it would delay (docs/decisions/0007-the-server-is-bundled.md).
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: !smtpWithoutTls,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    dnsTimeout: 10 * second,
    socketTimeout: 30 * second,
    socketCloseTimeout: second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
