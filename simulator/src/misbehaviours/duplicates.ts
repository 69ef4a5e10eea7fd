import type { Link } from '../link.ts'

/** Sends every `every`-th record twice, as a unit does that missed an acknowledgement. */
export function duplicates(link: Link, every: number): Link {
  let sent = 0
  return {
    ...link,
    send: async (record) => {
      sent += 1
      await link.send(record)
      if (sent % every === 0) await link.send(record)
    },
  }
}
