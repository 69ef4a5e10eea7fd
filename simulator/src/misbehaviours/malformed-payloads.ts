import { toMessage } from '../generator.ts'
import type { Link } from '../link.ts'

/** What broken firmware makes of a message. */
const BREAKAGES: readonly ((message: string) => string)[] = [
  (message) => message.slice(0, Math.ceil(message.length / 2)),
  (message) => message.replaceAll('"', ''),
  (message) => message.replace(/"messageUTC":"[^"]*"/, '"messageUTC":"yesterday"'),
  (message) => message.replace(/"messageUTC":"\d{4}/, '"messageUTC":"2999'),
  (message) => message.replace('{', '{"bad name!":1,'),
  () => '"ready"',
  () => '',
]

/** Breaks every `every`-th record on its way, each time in another manner. */
export function malformedPayloads(link: Link, every: number): Link {
  let sent = 0
  let broken = 0
  return {
    ...link,
    send: async (record) => {
      sent += 1
      if (sent % every !== 0) return link.send(record)
      const breakage = BREAKAGES[broken % BREAKAGES.length]
      broken += 1
      const message = JSON.stringify(toMessage(record))
      return link.sendRaw(record.source, breakage?.(message) ?? '')
    },
  }
}
