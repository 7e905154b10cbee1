const addressForm = /^https?:\/\/([^\s:/?#@\\]+)(?::(\d{1,5}))?(?:[/?#][^\s\p{C}"<>\\]*)?$/iu;
const hostLabel = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}])?$/u;
const numericLabel = /^(\d+|0x[\da-f]*)$/i;
const ipv4 = /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/;

/**
 * True for an absolute http or https address with a real host, without what browsers misread: user names, white space,
 * control characters, quotes, backslashes. src/shared has no URL class.
 */
export function isWebAddress(value: string): boolean {
  const [, host = '', port = '0'] = addressForm.exec(value) ?? [];
  const labels = host.split('.');
  // By the URL standard a host that ends in a number must be an IPv4 address.
  const isNumeric = numericLabel.test(labels.at(-1) ?? '');
  return labels.every((label) => hostLabel.test(label)) && (!isNumeric || ipv4.test(host)) && +port < 65_536;
}

const hostOf = (value: string): string => addressForm.exec(value)?.[1] ?? '';

/** As people can open it from anywhere: the host has a dot, which "https://janedoe" lacks. */
export const isPublicAddress = (value: string): boolean => isWebAddress(value) && hostOf(value).includes('.');

export const notPublic = (label: string): string =>
  `${label} must be a full web address such as https://www.example.com`;
