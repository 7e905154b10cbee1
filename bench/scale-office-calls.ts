import type { Database } from '../src/server/platform/db/database.ts';
import { officeDay } from '../src/shared/dates.ts';
import type { Call } from './client.ts';

const goal = '≤50 ms, ≤1.5×';
/** Different ones, as the office opens them. */
const opened = 100;

/** Calls of members and the office for the handbook, member files, agreements and closings. */
export async function officeCalls(db: Database, admins: string[]): Promise<Call[]> {
  const ids = async (table: 'member_files' | 'closings') => {
    const rows = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(opened).execute();
    return rows.map(({ id }) => id);
  };
  const year = officeDay(new Date().toISOString()).slice(0, 4);
  const own = (what: string, ...paths: string[]): Call => ({
    what,
    goal,
    requests: paths.map((path) => ({ path: `/api/${path}` })),
  });
  const office = (what: string, ...paths: string[]): Call => ({ ...own(what, ...paths), tokens: admins });
  const ofClosings = (what: string, query: string) => office(`closings, ${what}`, `closings?${query}`);
  return [
    own('handbook, contents', 'handbook'),
    own('handbook, own open pages', 'handbook/open'),
    own('handbook, search for a word of all pages', 'handbook/search?q=the'),
    own('handbook, search for two letters', 'handbook/search?q=ba'),
    own('handbook, search for words of few', 'handbook/search?q=quokka%20garden'),
    office('acknowledgements, first page', 'handbook/acknowledgements'),
    office('acknowledgements, overdue', 'handbook/acknowledgements?overdue=true'),
    office('acknowledgements, search by name', 'handbook/acknowledgements?search=garcia'),
    office('acknowledgements, who is late', 'handbook/overdue'),
    own('license of a member', 'licenses/me'),
    own('education of a member', 'education'),
    office('desk, first page', 'compliance'),
    office('desk, by name, a later page', 'compliance?sort=name&skip=500'),
    office('desk, one kind', 'compliance?kind=unverified&sort=due'),
    office('desk, search by name', 'compliance?search=garcia'),
    // Read to its end, which takes as long as some dozens of pages.
    { ...office('desk, first part of the CSV', 'compliance/csv'), perSecond: 2 },
    office('desk, who must not work', 'compliance/stopped'),
    office('desk, next license to check', 'compliance/checks'),
    office('file of a member', ...(await ids('member_files')).map((id) => `compliance/members/${id}`)),
    office('agreements', 'agreements'),
    office('agreements, search', 'agreements?search=garcia'),
    own('agreements, own', 'agreements/mine'),
    office('closings, what is to be done', 'closings/work'),
    ofClosings('newest first', 'sort=-since'),
    ofClosings('to decide', 'state=reported'),
    ofClosings('letters sent', 'state=letter-sent'),
    ofClosings('paid of a kind, newest first', 'state=paid&kind=commercial&sort=-since'),
    ofClosings('a kind that none is of', 'kind=referral'),
    ofClosings('promise late', 'promise=late'),
    ofClosings('promise broken', 'promise=broken'),
    ofClosings('paid in a month', `paid=${year}-01`),
    ofClosings('search of many', 'search=harbor&sort=-since'),
    ofClosings('search of one of the oldest', 'search=SE-7&sort=-since'),
    ofClosings('search of none', 'search=quackenbush'),
    office('closing', ...(await ids('closings')).map((id) => `closings/${id}`)),
    office('insights of closings', 'closings/insights'),
    office('members without a closing', 'closings/idle'),
    ...['income', 'production', 'deductions', 'promise', 'sources'].map((report) => ({
      ...office(`report of all days, ${report}`, `bookkeeping/${report}?from=2000-01-01&to=2099-12-31`),
      goal: '≤300 ms',
      perSecond: 2,
    })),
    own('my closings', 'my-closings'),
    own('my year', `my-closing-years/${year}`),
  ];
}
