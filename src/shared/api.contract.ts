import { articlesContract } from './articles.contract.ts';
import { auditContract } from './audit.contract.ts';
import { authContract } from './auth.contract.ts';
import { contactContract } from './contact.contract.ts';
import { testimonialsContract } from './testimonials.contract.ts';

/** Every call of the API. A call that is not in this table does not exist. */
export const apiContract = {
  ...authContract,
  ...articlesContract,
  ...testimonialsContract,
  ...contactContract,
  ...auditContract,
};
export type ApiContract = typeof apiContract;
