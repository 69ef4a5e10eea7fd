import { isIPv6 } from 'node:net'

/**
 * The network of an address: an IPv4 address itself, or the first 64 bits of an IPv6 address, which one household or office
 * shares.
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const leading = head === '' ? [] : head.split(':')
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - leading.length - trailing.length
  const groups = [...leading, ...Array.from({ length: zeros }, () => '0'), ...trailing]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
