import { type ReactElement, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { standTranslation } from '../translated.ts';
import { restoreTexts } from './restore-texts.ts';

standTranslation();

/** Hydrates server markup if there is some, else renders; resolves when event handlers are attached. */
export function mount(element: HTMLElement, content: ReactElement): Promise<void> {
  return new Promise((resolve) => {
    const announced = <Announced onMounted={resolve}>{content}</Announced>;
    const options = { identifierPrefix: element.dataset.island ?? '' };
    // At once where a translator has been: it would take the texts out again.
    if (restoreTexts(element)) flushSync(() => hydrateRoot(element, announced, options));
    else if (element.hasChildNodes()) hydrateRoot(element, announced, options);
    else createRoot(element, options).render(announced);
  });
}

function Announced({ onMounted, children }: { onMounted: () => void; children: ReactElement }) {
  useEffect(onMounted, [onMounted]);
  return children;
}

export function propsOf<P>(element: HTMLElement): P {
  const props: P = JSON.parse(element.dataset.props ?? '{}');
  return props;
}
