/** waiting: to be sent or tried again · sent: the mail server has taken it · failed: given up after three days. */
export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];
