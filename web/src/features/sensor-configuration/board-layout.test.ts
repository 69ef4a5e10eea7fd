import { CHANNEL_NUMBERS } from '@fieldwatch/contract/sensors/sensor-buses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardLayout, shortened } from './board-layout.ts'

describe('the picture of a board', () => {
  // spec 2-2-54
  it('has the 12 channels beside and below each other, inside their strip, at any width', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 3000, noNaN: true }), (width) => {
        const { channels, strips, ...board } = boardLayout(width)
        const boxes = CHANNEL_NUMBERS.map((number) => channels.get(number))
        expect(boxes.every((box) => box !== undefined && box.x + box.width <= board.width)).toBe(true)
        for (const [place, one] of boxes.entries()) {
          for (const other of boxes.slice(place + 1)) {
            if (one === undefined || other === undefined) continue
            expect(
              one.x + one.width <= other.x || one.y + one.height <= other.y || other.x + other.width <= one.x,
            ).toBe(true)
          }
        }
        const bottoms = strips.map(({ y, height }) => y + height)
        expect(Math.max(...bottoms)).toBeCloseTo(board.height)
      }),
    )
  })

  it('has four channels to a line, and two on a phone', () => {
    const linesAt = (width: number) => new Set([...boardLayout(width).channels.values()].map(({ y }) => y)).size

    expect(linesAt(1000)).toBe(3)
    expect(linesAt(350)).toBe(6)
  })

  it('shortens a text that does not fit', () => {
    expect(shortened('Blower', 6)).toBe('Blower')
    expect(shortened('Blower of basin 3', 6)).toBe('Blowe…')
  })
})
