import { describe, expect, it } from 'vitest'
import { createAxisRoom } from './axis-room.ts'

function buildPage(...names: string[]) {
  const room = createAxisRoom()
  const laidOut: string[] = []
  const charts = names.map((name) => ({ name }))
  for (const chart of charts) {
    room.join(chart, () => {
      laidOut.push(chart.name)
      room.laidOut(chart)
    })
    room.laidOut(chart)
  }
  laidOut.length = 0
  return { room, charts, laidOut }
}

describe('the room beside the plots of a page', () => {
  it('is wide enough for the widest values of all its charts', () => {
    const { room, charts } = buildPage('one', 'other')
    const [one, other] = charts

    room.need(one ?? {}, 'left', 88)
    room.need(other ?? {}, 'left', 61)

    expect(room.at('left')).toBe(88)
  })

  it('stays as it is for short values, and grows in steps', () => {
    const { room, charts } = buildPage('one')
    const widthFor = (need: number): number => {
      room.need(charts[0] ?? {}, 'left', need)
      return room.at('left')
    }

    expect([20, 56, 57, 64, 65].map(widthFor)).toEqual([56, 56, 64, 64, 72])
  })

  it('is small to the right where no chart has values there', () => {
    const { room, charts } = buildPage('one', 'other')

    expect(room.at('right')).toBe(12)
    room.need(charts[1] ?? {}, 'right', 30)
    expect(room.at('right')).toBe(48)
    room.need(charts[1] ?? {}, 'right', undefined)
    expect(room.at('right')).toBe(12)
  })

  it('lays out the other charts where it changes, and nothing where it does not', () => {
    const { room, charts, laidOut } = buildPage('one', 'other', 'third')
    const [one] = charts

    room.need(one ?? {}, 'left', 100)
    room.laidOut(one ?? {})
    expect(laidOut.toSorted()).toEqual(['other', 'third'])

    room.laidOut(one ?? {})
    expect(laidOut).toHaveLength(2)
  })

  it('shrinks when the chart that needed it leaves', () => {
    const { room, charts, laidOut } = buildPage('one', 'other')
    const [one] = charts
    room.need(one ?? {}, 'left', 100)
    room.laidOut(one ?? {})
    laidOut.length = 0

    room.leave(one ?? {})

    expect(room.at('left')).toBe(56)
    expect(laidOut).toEqual(['other'])
  })
})
