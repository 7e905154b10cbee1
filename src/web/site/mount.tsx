import { type ReactElement, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Brings an island to life, from the server's markup where there is some; resolves when its handlers are in place. */
export function mount(element: HTMLElement, content: ReactElement): Promise<void> {
  return new Promise((resolve) => {
    const announced = <Announced onMounted={resolve}>{content}</Announced>;
    const options = { identifierPrefix: element.dataset.island ?? '' };
    if (element.hasChildNodes()) hydrateRoot(element, announced, options);
    else createRoot(element, options).render(announced);
  });
}

function Announced({ onMounted, children }: { onMounted: () => void; children: ReactElement }) {
  useEffect(onMounted, [onMounted]);
  return children;
}

/** The props that the server rendered the island with. */
export function propsOf<P>(element: HTMLElement): P {
  const props: P = JSON.parse(element.dataset.props ?? '{}');
  return props;
}
