import type { Contract } from './contract.ts';
import { message } from './fields.ts';

export const profileContract = {
  'DELETE /api/profile': {
    summary: "Delete one's own account and what is one's own; comments on the posts of others stay, unnamed",
    access: 'member',
    response: message,
  },
} satisfies Contract;
