export function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="6 6 20 18" className={className} aria-hidden="true">
      <path d="M7 23V13.5L16 7l9 6.5V23h-6v-6h-6v6z" className="fill-poppy" />
    </svg>
  );
}
