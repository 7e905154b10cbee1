import type { Config } from '../config.ts';
import { automatic, transportTo } from './mail.worker.ts';

/** Connects and signs in. @throws Error that says what the mail server or the network objects to */
export async function verifyMailServer(
  config: Pick<Config, 'smtpWithoutTls'>,
  smtpUrl: string,
): Promise<void> {
  const transport = await transportTo(smtpUrl, config);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends a message past the outbox. @throws Error as above */
export async function sendTestMail(
  config: Pick<Config, 'mailFrom' | 'brokerage' | 'smtpWithoutTls'>,
  smtpUrl: string,
  to: string,
): Promise<void> {
  const { mailFrom, brokerage } = config;
  const transport = await transportTo(smtpUrl, config);
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      headers: automatic('auto-generated'),
      subject: `Test message from ${brokerage.name}`,
      text: `This is a test of the mail server of ${brokerage.baseUrl}. If you can read it, emails arrive.\n`,
    });
  } finally {
    transport.close();
  }
}
