import * as z from 'zod/mini';

/** Longer values are cut: a person's request must not fail for an address. */
const maxPart = 200;

/** Where a visitor came from, on the first page of the visit. Absent parts are empty. */
interface LeadSource {
  /** The path of that page, without its query. */
  landing: string;
  /** The site that linked to it, without path. */
  referrer: string;
  /** utm_source, utm_medium and utm_campaign of its address. */
  source: string;
  medium: string;
  campaign: string;
}

/** The visit's data that a contact request carries. */
export interface Visit extends LeadSource {
  /** The query of the calculator, once something was typed into it. */
  calculation: string;
  /** The code of the member whose link was followed. */
  by: string;
}

const part = z.catch(z.string(), '');
const visit = z.object({
  landing: part,
  referrer: part,
  source: part,
  medium: part,
  campaign: part,
  calculation: part,
  by: part,
});

/** The visit in a text that a browser sent; undefined for anything that is none. */
export function parseVisit(text: string | undefined): Visit | undefined {
  if (!text || text.length > 4000) return undefined;
  try {
    const { success, data } = visit.safeParse(JSON.parse(text));
    if (!success) return undefined;
    const entries = Object.entries(data).map(([name, value]) => [name, tidy(value)]);
    return { ...data, ...Object.fromEntries(entries) };
  } catch {
    return undefined;
  }
}

/** One line that any database stores. */
const tidy = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxPart);
