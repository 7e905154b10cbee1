import { type ReactElement, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Hydrates server markup if there is some, else renders; resolves when event handlers are attached. */
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

export function propsOf<P>(element: HTMLElement): P {
  const props: P = JSON.parse(element.dataset.props ?? '{}');
  return props;
}
