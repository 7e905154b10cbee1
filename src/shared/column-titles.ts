/** How the columns of a list of people or leads are titled by other programs, in plain form. */
export const columnTitles = {
  email: /^(primary )?e[- ]?mail\b/,
  firstName: /^(first|given|fore)[ _-]?name/,
  lastName: /^(last|family|sur)[ _-]?name/,
  name: /^((full|agent|member|display|contact|lead)[ _-]?)?name|^(agent|member)$/,
  phone: /^((mobile|cell|primary|work)[ _-]?)?(phone|tel)|^(mobile|cell)\b/,
  license: /^((ca|dre|bre) )*(licen[cs]e|lic|dre|bre)\b(?!.*(exp|type|state|status|date))/,
  expires: /\bexp(ir|\b)/,
  role: /^(role|rights?)( in the office)?$/,
  since: /^(with us )?since\b|^(start(ed)?|joined|joining|hired?)( (date|on))?$|^date (joined|hired)/,
} as const;
