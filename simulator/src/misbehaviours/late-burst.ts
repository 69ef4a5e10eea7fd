import type { SimulatedRecord } from '../generator.ts'
import type { Link } from '../link.ts'

/** While it is out of reach (`isAway`), the unit keeps its records; back again, it sends them all at once, oldest first. */
export function lateBurst(link: Link, isAway: (at: number) => boolean): Link {
  const kept: SimulatedRecord[] = []
  return {
    ...link,
    send: async (record) => {
      kept.push(record)
      if (isAway(record.at)) return
      await Promise.all(kept.splice(0).map((late) => link.send(late)))
    },
  }
}
