import type { HeldData } from '../../../shared/privacy/policy-versions.ts';

/** From server/tables/data-map.ts. */
export function HeldDataList({ held }: { held: HeldData[] }) {
  return (
    <>
      <h2>What we collect, and why</h2>
      <p>
        This list is made from the database itself: every field that holds personal data is in it. Ids, dates
        and states of these records are kept with them. Passwords are stored only in a form from which they
        cannot be read back.
      </p>
      {held.map(({ title, what, why, kept }) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{sentence(what.join(', '))}</p>
          <p>
            {why} Kept: {kept}.
          </p>
        </section>
      ))}
    </>
  );
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
