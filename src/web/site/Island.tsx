import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './island-names.ts';

/**
 * When an island hydrates: `touch` on the first interaction, `query` also when the address's query names one of its
 * fields, `visible` when scrolled into view, `soon` a moment after the page.
 */
export type IslandMoment = 'touch' | 'query' | 'visible' | 'soon';

interface IslandProps<P> {
  name: IslandName;
  when: IslandMoment;
  component: ComponentType<P>;
  props: P;
  /** These props travel with the island, where the page has the others in another place. */
  sent?: object;
  className?: string;
}

/** Only the island's own component is sent as script; its props travel as JSON in an attribute. */
export function Island<P extends object>({
  name,
  when,
  component: Component,
  props,
  sent = props,
  className,
}: IslandProps<P>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      className={className}
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(sent)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, which hydration needs to the letter
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

export const enlivenedBy = (name: IslandName, when: IslandMoment) => ({
  'data-island': name,
  'data-when': when,
});
