import { useEffect, useRef } from 'react';
import type { Mentionable } from '../../../shared/mentions/mentions.contract.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';

type MentionOptionsProps = {
  id: string;
  options: Mentionable[];
  active: number;
  onChoose: (member: Mentionable) => void;
};

export function MentionOptions({ id, options, active, onChoose }: MentionOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active may have moved out of sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, options.length]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Members"
      tabIndex={-1}
      // Scrolling here must not take focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-60 max-w-form scroll-pb-2 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-raised"
    >
      {options.map((member, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <div
          key={member.user}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onClick={() => onChoose(member)}
          className={cx(
            'flex min-h-11 cursor-pointer scroll-my-1 items-center gap-3 rounded-md px-2.5 hover:bg-sand',
            index === active && 'bg-sand text-brand outline-2 outline-brand -outline-offset-2',
          )}
        >
          <Avatar name={member.name} src={member.avatar} size="sm" />
          <span className="wrap-anywhere">{member.name}</span>
        </div>
      ))}
    </div>
  );
}
