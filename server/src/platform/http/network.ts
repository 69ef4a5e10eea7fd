import ipaddr from 'ipaddr.js'

/** The bits of an IPv6 address that one household or office shares. */
const NETWORK_BITS = 64

/** The network of an address, by which limits count: an IPv4 address itself, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (!ipaddr.isValid(plain)) return plain
  const parsed = ipaddr.process(plain)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const groups = parsed.parts.slice(0, NETWORK_BITS / 16).map((group) => group.toString(16))
  return `${groups.join(':')}::/${NETWORK_BITS}`
}
