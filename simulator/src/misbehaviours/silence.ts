import type { Link } from '../link.ts'

/** The unit is connected and says nothing while `isSilent`; what it measured meanwhile is lost. */
export function silence(link: Link, isSilent: (at: number) => boolean): Link {
  return {
    ...link,
    send: async (record) => {
      if (!isSilent(record.at)) await link.send(record)
    },
  }
}
