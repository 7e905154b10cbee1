import type { Visit } from '../../shared/leads/lead-source.ts';
import { calculationKey, memory } from './visit-notes.ts';

/**
 * The visit that is sent with a contact request: how it began (layout/inline-script.ts writes it), and the figures
 * typed into a calculator. Kept until the tab is closed; sent only with the form.
 */
const visitKey = 'visit';

/** For the contact form, which sends it as JSON. */
export function currentVisit(): Visit {
  const [address = '', referrer = ''] = (
    read(visitKey) || `${location.pathname}${location.search} ${document.referrer}`
  ).split(' ');
  const url = URL.parse(address, location.origin);
  const query = url?.searchParams;
  return {
    landing: url?.pathname ?? '',
    referrer: otherSite(referrer),
    source: query?.get('utm_source') ?? '',
    medium: query?.get('utm_medium') ?? '',
    campaign: query?.get('utm_campaign') ?? '',
    calculation: read(calculationKey),
    by: query?.get('by') ?? '',
  };
}

function otherSite(referrer: string): string {
  const url = URL.parse(referrer);
  return url && url.origin !== location.origin ? url.origin : '';
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? memory.get(key) ?? '';
  } catch {
    return memory.get(key) ?? '';
  }
}
