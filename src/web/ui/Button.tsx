import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';

/** The looks that controls.css draws. */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'poppy';
  size?: 'sm' | 'md' | 'icon';
};

/** For a router's link or a `<summary>` that looks like a button. */
export function buttonClass(
  { variant = 'primary', size = 'md' }: ButtonLook = {},
  className?: string,
): string {
  return cx('button', `button-${variant}`, `button-${size}`, className);
}

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean };

/** Keeps label and focus while `pending`. A double click submits once: the form may be empty at the second click. */
export function Button({
  variant,
  size,
  pending = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (pending || (rest.type === 'submit' && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={click}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {pending && <LoaderCircle className="absolute left-0.5 size-3.5 animate-spin" />}
      {/* The text has an element of its own: translators replace text nodes, and React fails when one has siblings. */}
      <span className="contents">{children}</span>
    </button>
  );
}

type ButtonLinkProps = ComponentProps<'a'> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={buttonClass({ variant, size }, className)} />;
}
