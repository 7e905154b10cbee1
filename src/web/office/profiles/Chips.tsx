import type { ReactNode } from 'react';

type ChipsProps = {
  label: string;
  items: string[];
  max?: number;
};

export function Chips({ label, items, max = items.length }: ChipsProps) {
  const more = items.length - max;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {items.slice(0, max).map((item) => (
        <Chip key={item}>{item}</Chip>
      ))}
      {more > 0 && <Chip>{`${more} more`}</Chip>}
    </ul>
  );
}

const Chip = ({ children }: { children: ReactNode }) => (
  <li dir="auto" className="wrap-anywhere min-w-0 rounded-md bg-sand px-2.5 py-0.5 text-sm">
    {children}
  </li>
);
