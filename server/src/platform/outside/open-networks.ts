import { notSent } from '@fieldwatch/messages/server-sentences'
import { BlockList, isIP } from 'node:net'

/** Networks that may be reached although they are not public, by HTTP too. */
export type OpenNetworks = BlockList

export const NO_NETWORKS: OpenNetworks = new BlockList()

/** Reads networks between blanks, such as `10.0.0.0/8 192.168.1.5`. @throws Error naming the one that is none */
export function readNetworks(text: string): OpenNetworks {
  const networks = new BlockList()
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const [address = '', bits, ...rest] = word.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    const isNetwork = family !== 0 && rest.length === 0 && Number.isInteger(prefix) && prefix >= 0 && prefix <= most
    if (!isNetwork) throw new Error(`${word} is not a network such as 10.0.0.0/8`)
    networks.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return networks
}

/**
 * Addresses of no use outside of a machine or a house (RFC 6890): nothing that people enter may have the portal connect there, as it could
 * read or change what only the portal reaches.
 */
const CLOSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** Of IPv6 only what is unicast and global is open, without what carries an IPv4 address within. */
const OPEN_IPV6 = readNetworks('2000::/3')
const CLOSED = readNetworks([...CLOSED_IPV4, '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].join(' '))

type AddressVerdict = 'public' | 'listed' | 'closed'

/** Whether the portal may connect to an address: it is public, or of a network that the setting lists. */
export function judgeAddress(address: string, networks: OpenNetworks): AddressVerdict {
  const family = isIP(address)
  if (family === 0) return 'closed'
  const plain = family === 6 ? (mappedIpv4(address) ?? address) : address
  const kind = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (networks.check(plain, kind)) return 'listed'
  if (CLOSED.check(plain, kind)) return 'closed'
  return kind === 'ipv4' || OPEN_IPV6.check(plain, 'ipv6') ? 'public' : 'closed'
}

function mappedIpv4(address: string): string | undefined {
  const canonical = new URL(`http://[${address.split('%', 1)[0] ?? ''}]`).hostname
  const match = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(canonical)
  if (match === null) return undefined
  const [high = 0, low = 0] = match.slice(1).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The host of an address without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Why an address cannot be connected to, as far as the address alone shows; undefined: names are checked when they are connected to.
 */
export function findAddressProblem(
  text: string,
  networks: OpenNetworks,
  encrypted: 'https' | 'mqtts' = 'https',
): string | undefined {
  const url = new URL(text)
  if (isIP(hostOf(url)) !== 0 && judgeAddress(hostOf(url), networks) === 'closed')
    return notSent('not-sent.outside.closed')
  if (url.protocol !== `${encrypted}:` && networks.rules.length === 0)
    return notSent(`not-sent.outside.begins-${encrypted}`)
  return undefined
}
