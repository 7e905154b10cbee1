import type { FastifyBaseLogger } from 'fastify';
import nodemailer, { type Transporter } from 'nodemailer';
import { second } from '../../../shared/time.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { MailRow } from '../db/tables.ts';
import { claimDueMail, recordFailure, recordSent, releaseMail } from './queue-mail.ts';

/** For retries, and for mails queued by a process that is gone. */
const round = 5 * second;
const maxConcurrent = 4;
/** One attempt in all; shorter than the claim on the mail. */
const attemptTimeout = 60 * second;
/** How long a stop lets attempts under way come to their end. */
const grace = 2 * second;

/** Sends what is in the outbox. Several processes on one database share the work. */
export class MailWorker {
  readonly #config: Config;
  readonly #db: Database;
  readonly #transport: Transporter | undefined;
  readonly #giveUp = new AbortController();
  readonly #attempts = new Set<Promise<void>>();
  #log: FastifyBaseLogger | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookAgain = false;
  #stopping = false;

  constructor(config: Config, db: Database) {
    this.#config = config;
    this.#db = db;
    this.#transport = config.smtpUrl === undefined ? undefined : transportTo(config.smtpUrl);
  }

  /** Begins to send; without a mail server it only says that mails are kept. */
  start(log: FastifyBaseLogger): void {
    if (!this.#transport) {
      log.warn('SMTP_URL is not set: no mail is sent. Mails are kept and go out once it is set.');
      return;
    }
    this.#log = log;
    this.#timer = setInterval(() => this.wake(), round).unref();
    this.wake();
  }

  /** Looks for due mails now; for whoever has just queued one. Costs nothing and never fails. */
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

  /** Takes nothing up any more, and ends what is under way within a few seconds, whatever the mail server does. */
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
    // There may be more: the next one is looked for beside this one, and once more after it.
    this.wake();
    await this.#attempt(mail);
    this.#lookAgain = true;
  }

  async #attempt(mail: MailRow): Promise<void> {
    const error = await this.#send(mail).catch(asError);
    if (!error) return recordSent(this.#db, mail);
    // Nobody knows whether the server has taken it; it is sent again, and its Message-ID tells that it is the same.
    if (this.#giveUp.signal.aborted) return releaseMail(this.#db, mail);
    // Its words stay in the outbox: a mail server may name people in them.
    const { code, responseCode } = { code: undefined, responseCode: undefined, ...error };
    this.#log?.warn({ code, responseCode, mail: mail.id, attempts: mail.attempts }, 'mail not sent');
    await recordFailure(this.#db, mail, error.message);
  }

  async #send(mail: MailRow): Promise<undefined> {
    const { mailFrom, brokerage } = this.#config;
    await this.#transport?.sendMail({
      // The same at every attempt, so that whoever gets it twice can tell.
      messageId: `<${mail.id}@${new URL(brokerage.baseUrl).hostname}>`,
      date: new Date(mail.created_at),
      from: mailFrom,
      // As objects: an address is one address, whatever is in it.
      to: { name: '', address: mail.recipient },
      ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html && { html: mail.html }),
      signal: AbortSignal.any([this.#giveUp.signal, AbortSignal.timeout(attemptTimeout)]),
    });
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const transportTo = (url: string): Transporter =>
  nodemailer.createTransport({
    url,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    dnsTimeout: 10 * second,
    socketTimeout: 30 * second,
    socketCloseTimeout: second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
