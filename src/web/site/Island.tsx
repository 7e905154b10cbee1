import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './island-names.ts';

/**
 * When an island comes alive: `touch` at the first sign that somebody turns to it, `query` like touch or at once when
 * the query of the address names one of its fields, `visible` when it scrolls into view, `idle` as soon as the page has
 * nothing better to do.
 */
export type IslandMoment = 'touch' | 'query' | 'visible' | 'idle';

interface IslandProps<P> {
  name: IslandName;
  when: IslandMoment;
  component: ComponentType<P>;
  props: P;
  className?: string;
}

/**
 * A part of a server-rendered page that comes alive in the browser. The page around it is static markup, so only
 * the island's own component is ever sent as script. Its props travel as JSON in an attribute.
 */
export function Island<P extends object>({
  name,
  when,
  component: Component,
  props,
  className,
}: IslandProps<P>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      className={className}
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, which hydration needs to the letter
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** The attributes of static markup that a script without React brings to life: no props travel, no framework. */
export const enlivenedBy = (name: IslandName, when: IslandMoment) => ({
  'data-island': name,
  'data-when': when,
});
