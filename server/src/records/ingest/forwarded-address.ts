import { isIP } from 'node:net'

/** The address that the nearest proxy saw: the last one, as clients can write earlier entries. */
export function forwardedAddress(header: string | readonly string[] | undefined): string | undefined {
  const last = (typeof header === 'string' ? header : header?.at(-1))?.split(',').at(-1)?.trim()
  return last !== undefined && isIP(last) !== 0 ? last : undefined
}
