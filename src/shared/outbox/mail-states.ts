/** waiting: to be sent or retried · sent: the mail server accepted it · failed: given up after three days. */
export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];
