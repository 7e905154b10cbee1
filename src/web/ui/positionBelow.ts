const gap = 6;
const margin = 8;

/** Keeps a fixed panel below its anchor (above without room) and in the window; returns the function that stops it. */
export function positionBelow(anchor: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): () => void {
  function place() {
    const box = anchor.getBoundingClientRect();
    const below = box.bottom + gap;
    const fits = below + panel.offsetHeight + margin <= window.innerHeight;
    const left = align === 'start' ? box.left : box.right - panel.offsetWidth;
    const rightmost = document.documentElement.clientWidth - panel.offsetWidth - margin;
    panel.style.top = `${fits ? below : Math.max(margin, box.top - gap - panel.offsetHeight)}px`;
    panel.style.left = `${Math.max(margin, Math.min(left, rightmost))}px`;
  }
  place();
  window.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  return () => {
    window.removeEventListener('scroll', place, { capture: true });
    window.removeEventListener('resize', place);
  };
}
