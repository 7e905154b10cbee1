/** A ref for what stays on top of the page: `property` is its height, for what stays below it (office.css). */
export const followHeight = (property: '--notice-height' | '--bar-height') => (element: HTMLDivElement) => {
  const { style } = document.documentElement;
  const measure = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
  measure.observe(element);
  return () => {
    measure.disconnect();
    style.removeProperty(property);
  };
};
