export const postActionClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md px-2.5 font-semibold text-muted text-sm no-underline hover:bg-sand hover:text-brand aria-pressed:text-brand pointer-coarse:min-h-11';
