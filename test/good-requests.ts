import { authRequests } from './good-requests/auth.ts';
import { bookkeepingRequests } from './good-requests/bookkeeping.ts';
import { closingRequests } from './good-requests/closings.ts';
import { contentRequests } from './good-requests/content.ts';
import { dueRequests } from './good-requests/dues.ts';
import { joiningRequests } from './good-requests/joining.ts';
import { leadRequests } from './good-requests/leads.ts';
import { memberRequests } from './good-requests/members.ts';
import { officeRequests } from './good-requests/office.ts';
import { payeeRequests } from './good-requests/payees.ts';
import { postRequests } from './good-requests/posts.ts';
import type { GoodRequests } from './good-requests/request.ts';
import { supervisionRequests } from './good-requests/supervision.ts';

/** A good request for every call; those of a new feature go into the file of its group. */
export const goodRequests: GoodRequests = {
  ...authRequests,
  ...contentRequests,
  ...leadRequests,
  ...postRequests,
  ...memberRequests,
  ...supervisionRequests,
  ...joiningRequests,
  ...closingRequests,
  ...dueRequests,
  ...bookkeepingRequests,
  ...payeeRequests,
  ...officeRequests,
};

/** Whether a call is rejected when it is about oneself, such as reports, second factors, and acts on a closing or a due. */
export const isAboutOthers = (key: string): boolean =>
  key.endsWith('/report') ||
  key === 'POST /api/posts/report/:id' ||
  key === 'DELETE /api/users/:id/factors' ||
  key === 'POST /api/agreements/:id/countersign' ||
  key === 'POST /api/agreements/:id/end' ||
  key === 'POST /api/joining/members/:id/checks' ||
  /^(POST|PUT|DELETE) \/api\/(closings\/:id|dues($|\/paid|\/:id)|compliance\/(members|entries)\/:id)/.test(
    key,
  );
