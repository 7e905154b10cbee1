import { type ReactNode, useId } from 'react';

type AccountGroupProps = {
  /** Of the address's fragment. */
  id: string;
  title: string;
  children: ReactNode;
};

/** What the table of contents leads to. */
export const AccountGroup = ({ id, title, children }: AccountGroupProps) => (
  <section
    aria-labelledby={`${id}-title`}
    id={id}
    className="grid grid-cols-1 gap-6 border-line border-t pt-6"
  >
    <h2 id={`${id}-title`} className="text-xl">
      {title}
    </h2>
    {children}
  </section>
);

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 justify-items-start gap-3">
      <h3 id={id} className="font-sans font-semibold text-base leading-normal tracking-normal">
        {title}
      </h3>
      {children}
    </section>
  );
}
