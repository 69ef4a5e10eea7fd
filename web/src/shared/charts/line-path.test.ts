import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawLine } from './line-path.ts'

type Stroke = [kind: 'move' | 'line', x: number, y: number]

function draw(
  points: [at: number, value: number][],
  options: { maxGapMs?: number; pixelX?: (at: number) => number } = {},
) {
  const strokes: Stroke[] = []
  drawLine(
    {
      x: points.map(([at]) => at),
      y: points.map(([, value]) => value),
      from: 0,
      to: points.length - 1,
      maxGapMs: options.maxGapMs ?? 1000,
      pixelX: options.pixelX ?? ((at) => at),
      pixelY: (value) => value,
    },
    { moveTo: (x, y) => strokes.push(['move', x, y]), lineTo: (x, y) => strokes.push(['line', x, y]) },
  )
  return strokes
}

describe('drawing a line', () => {
  it('joins points that are close in time', () => {
    expect(
      draw([
        [0, 1],
        [10, 2],
        [20, 3],
      ]),
    ).toEqual([
      ['move', 0, 1],
      ['line', 10, 2],
      ['line', 20, 3],
    ])
  })

  // spec 1-9-15
  it('breaks where the silence is longer than the gap, and not where it is exactly as long', () => {
    const strokes = draw([
      [0, 1],
      [1000, 2],
      [2001, 3],
      [2010, 4],
    ])

    expect(strokes.filter(([kind]) => kind === 'move')).toEqual([
      ['move', 0, 1],
      ['move', 2001, 3],
    ])
  })

  it('steps over missing values without breaking the line', () => {
    expect(
      draw([
        [0, 1],
        [10, Number.NaN],
        [20, 3],
      ]),
    ).toEqual([
      ['move', 0, 1],
      ['line', 20, 3],
    ])
  })

  it('makes a lonely point visible', () => {
    const strokes = draw([
      [0, 1],
      [5000, 7],
      [10_000, 2],
    ])

    expect(strokes).toContainEqual(['line', 5001.5, 7])
  })

  it('reaches the first, lowest, highest and last value of every pixel column, with at most four strokes each', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 400 }), (values) => {
        const strokes = draw(
          values.map((value, index) => [index, value]),
          { pixelX: (at) => Math.floor(at / 40) },
        )
        const columns = Map.groupBy(values.keys(), (index) => Math.floor(index / 40))
        for (const [column, indexes] of columns) {
          const drawn = strokes.filter(([, x]) => x === column).map(([, , y]) => y)
          const inColumn = indexes.map((index) => values[index] ?? 0)
          expect(drawn[0]).toBe(inColumn[0])
          expect(Math.min(...drawn)).toBe(Math.min(...inColumn))
          expect(Math.max(...drawn)).toBe(Math.max(...inColumn))
          expect(drawn.at(-1)).toBe(inColumn.at(-1))
          expect(drawn.length).toBeLessThanOrEqual(4)
        }
      }),
    )
  })

  it('draws nothing where there is nothing', () => {
    expect(
      draw([
        [0, Number.NaN],
        [1, Number.NaN],
      ]),
    ).toEqual([])
  })
})
