import type { Content } from '../../files/json.ts'

/** The part of a content that is sent: some of its keys. */
export function only(content: Content, keys: readonly string[]): Content {
  return Object.fromEntries(Object.entries(content).filter(([key]) => keys.includes(key)))
}
