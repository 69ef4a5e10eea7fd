/** The sides of a plot where values are written. */
export type Side = 'left' | 'right'

/** What stays free beside a plot at a side where no chart of the page has values, in pixels. */
export const EDGE = 12
const WITHOUT_VALUES = { left: 56, right: EDGE } as const
const LEAST = { left: 56, right: 48 } as const
/** Widths change in steps, so that a plot does not move with every value that comes in. */
const STEP = 8

/** How wide the values beside the plots of a page are. All its charts have the widest, so that their times line up. */
export interface AxisRoom {
  /** Notes what a chart needs at a side. */
  need: (chart: object, side: Side, width: number | undefined) => void
  /** The room at a side, in pixels. */
  at: (side: Side) => number
  /** Notes that a chart was laid out with the room as it is now. */
  laidOut: (chart: object) => void
  join: (chart: object, layOut: () => void) => void
  leave: (chart: object) => void
}

interface Member {
  readonly layOut: () => void
  readonly needs: Partial<Record<Side, number>>
  laidOutWith: string
}

export function createAxisRoom(): AxisRoom {
  const members = new Map<object, Member>()

  function at(side: Side): number {
    const needs = [...members.values()].flatMap(({ needs: { [side]: width } }) => (width === undefined ? [] : [width]))
    if (needs.length === 0) return WITHOUT_VALUES[side]
    return Math.max(LEAST[side], Math.ceil(Math.max(...needs) / STEP) * STEP)
  }

  const signature = (): string => `${at('left')} ${at('right')}`

  function layOutOthers(chart?: object): void {
    const now = signature()
    for (const [other, member] of members) if (other !== chart && member.laidOutWith !== now) member.layOut()
  }

  return {
    need: (chart, side, width) => {
      const needs = members.get(chart)?.needs
      if (needs === undefined) return
      if (width === undefined) delete needs[side]
      else needs[side] = width
    },
    at,
    laidOut: (chart) => {
      const member = members.get(chart)
      if (member === undefined) return
      member.laidOutWith = signature()
      layOutOthers(chart)
    },
    join: (chart, layOut) => {
      members.set(chart, { layOut, needs: {}, laidOutWith: '' })
    },
    leave: (chart) => {
      members.delete(chart)
      layOutOthers()
    },
  }
}
