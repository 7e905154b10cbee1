import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ComponentProps, MouseEvent } from 'react';
import { cx } from './cx.ts';

const variants = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: 'border-field-border bg-surface text-text hover:bg-sand',
  quiet: 'border-transparent text-brand hover:bg-sand hover:text-brand-hover',
  danger: 'border-transparent bg-error text-on-brand hover:bg-error-hover',
  poppy: 'border-transparent bg-poppy text-ink hover:bg-poppy-hover focus-visible:outline-poppy',
};

const sizes = {
  sm: 'min-h-9 px-4 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-5 text-base',
  icon: 'size-9 pointer-coarse:size-11',
};

export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** For a router's link or a `<summary>` that looks like a button. */
export function buttonClass(
  { variant = 'primary', size = 'md' }: ButtonLook = {},
  className?: string,
): string {
  return cx(
    'relative inline-flex items-center justify-center gap-2 rounded-md border py-1.5 font-semibold leading-tight no-underline',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress',
    variants[variant],
    sizes[size],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { pending?: boolean };

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
      {children}
    </button>
  );
}

type ButtonLinkProps = ComponentProps<'a'> & ButtonLook;

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <a {...rest} className={buttonClass({ variant, size }, className)} />;
}
