/** Every browser begins with it; programs mostly do not. */
const browser = 'Mozilla/5.0 ';

/** Matches the names that search engines, link previews, monitors and tests send. CUBOT makes phones. */
const robot =
  /[^u]bot|crawl|spider|slurp|archiver|preview|scan|monitor|check|headless|lighthouse|pagespeed|facebookexternal|inspect|validator|feed|http|fetch|python|favicon/i;

/** Verdicts by name: browsers have few. */
const verdicts = new Map<string, boolean>();
const maxVerdicts = 1000;
const maxName = 400;

/** True for the User-Agent of a program that is no browser. */
export function isRobot(name: string | undefined): boolean {
  if (!name || name.length > maxName) return true;
  const known = verdicts.get(name);
  if (known !== undefined) return known;
  const verdict = !name.startsWith(browser) || robot.test(name);
  if (verdicts.size >= maxVerdicts) verdicts.clear();
  verdicts.set(name, verdict);
  return verdict;
}
