import { alternativesOf, fieldsOf, itemsOf, type JsonSchema } from './json-schema.ts';

const byFormat: Record<string, string> = {
  uuid: '01981c2e-5b7a-7c3d-9f10-2a4b6c8d0e1f',
  'date-time': '2026-01-31T18:00:00.000Z',
  date: '2026-01-31',
  email: 'jane.doe@example.com',
};

const byName: Record<string, string> = {
  id: '01981c2e-5b7a-7c3d-9f10-2a4b6c8d0e1f',
  slug: 'what-a-side-costs',
  title: 'What a side costs',
  snippet: 'The arithmetic of one closing.',
  text: 'A **flat** fee for each side.',
  csv: 'Name,Email\nJane Doe,jane.doe@example.com',
  number: '01234567',
  license: '01234567',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seen: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  code: '123456',
  paragraph: 'The licensee has a mentor for three transactions.',
  testimonial: 'Paid within one business day.',
  name: 'Jane Doe',
  firstName: 'Jane',
  lastName: 'Doe',
  phone: '(555) 010-0100',
  password: 'correct horse battery',
  token: 'the-token-of-the-link',
  state: 'CA',
  year: '2026',
  status: 'Real Estate Agent',
  skills: 'Listings, Negotiation',
  from: '2019-02-01',
  to: '2024-06-30',
};

export function exampleOf(schema: JsonSchema, name = ''): unknown {
  // Images exist only by the id of their upload, so no id can be made up.
  if (/^(image|logo)_/.test(name)) return null;
  const [first] = alternativesOf(schema);
  if (first) return exampleOf(first, name);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        shownFields(schema).map((field) => [field.name, exampleOf(field.schema, field.name)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(itemsOf(schema), name));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return exampleText(schema, name);
  }
}

/** Required or usual fields; all fields when none is required, as in a change. */
function shownFields(schema: JsonSchema) {
  const all = fieldsOf(schema);
  const usual = all.filter((field) => field.required || field.schema.default !== undefined);
  return usual.length > 0 ? usual : all;
}

function exampleText({ format = '' }: JsonSchema, name: string): string {
  const known = byFormat[format] ?? byName[name];
  if (known) return known;
  if (/id$/i.test(name)) return byName.id ?? '';
  return /url|website|link|facebook|twitter|youtube|instagram/i.test(name)
    ? 'https://www.example.com/'
    : 'text';
}
