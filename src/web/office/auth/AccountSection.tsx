import { type ReactNode, useId } from 'react';

type AccountGroupProps = {
  /** The fragment of the group's web address. */
  id: string;
  title: string;
  children: ReactNode;
};

/** A group of settings that the table of contents links to. */
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
