/** An address with its scheme; undefined for what the site does not publish as a link. */
export function linkAddress(address: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(address) || /^(?:#|\/(?![/\\]))\S*$/.test(address)) return address;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined;
}
