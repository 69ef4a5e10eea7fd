import type { Link } from '../link.ts'

/** The unit's clock is fast by so many milliseconds, or slow when they are negative. */
export function clockSkew(link: Link, milliseconds: number): Link {
  return { ...link, send: (record) => link.send({ ...record, at: record.at + milliseconds }) }
}
