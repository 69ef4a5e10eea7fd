import { describe, expect, it } from 'vitest'
import { LIVE_WINDOW_MS } from '#shared/charts/chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { createDetailReader, type Detail } from './detail-reader.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const zoomedTo = (span: TimeRange) => ({ kind: 'custom', ...span }) as const

function buildReader({ reduced = true } = {}) {
  const asked: { span: TimeRange; signal: AbortSignal; answer: (detail: Detail) => void; fail: () => void }[] = []
  const loaded: TimeRange[] = []
  const waiting = new Set<() => void>()
  const reader = createDetailReader({
    store: {
      show: () => undefined,
      expectDetail: () => undefined,
      abandonDetail: () => undefined,
      loadDetail: (span) => loaded.push(span),
    },
    base: { reduced, lengthMs: LIVE_WINDOW_MS },
    read: (span, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Detail>()
      asked.push({ span, signal, answer: resolve, fail: () => reject(new Error('away')) })
      return promise
    },
    now: () => NOW,
    after: (_ms, callback) => {
      waiting.add(callback)
      return () => waiting.delete(callback)
    },
  })
  return {
    reader,
    asked,
    loaded,
    rest: () => {
      for (const callback of new Set(waiting)) {
        waiting.delete(callback)
        callback()
      }
    },
  }
}

const zoom = zoomedTo({ from: NOW - 40 * MINUTE, to: NOW - 30 * MINUTE })

describe('reading the detail of a chart', () => {
  it('reads the first change at once, and those that follow when they rest', () => {
    const { reader, asked, rest } = buildReader()
    reader.show(zoomedTo({ from: NOW - 60 * MINUTE, to: NOW - 30 * MINUTE }))
    const atOnce = asked.length
    reader.show(zoomedTo({ from: NOW - 50 * MINUTE, to: NOW - 30 * MINUTE }))
    reader.show(zoom)
    const moving = asked.length
    rest()

    expect([atOnce, moving]).toEqual([1, 1])
    expect(asked.map(({ span }) => span)).toEqual([
      { from: NOW - 75 * MINUTE, to: NOW - 15 * MINUTE },
      { from: NOW - 45 * MINUTE, to: NOW - 25 * MINUTE },
    ])
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  it('reads a zoom at once that follows the whole range', () => {
    const { reader, asked } = buildReader()
    reader.show({ kind: 'rolling', lengthMs: LIVE_WINDOW_MS })
    reader.show(zoom)

    expect(asked).toHaveLength(1)
  })

  it('gives up a reading that is no longer wanted', async () => {
    const { reader, asked, loaded, rest } = buildReader()
    reader.show(zoom)
    rest()
    reader.show(zoomedTo({ from: NOW - 20 * MINUTE, to: NOW - 15 * MINUTE }))
    rest()
    asked[0]?.answer({ series: [], reduced: false })
    await Promise.resolve()

    expect(asked[0]?.signal.aborted).toBe(true)
    expect(loaded).toEqual([])
  })

  it('lets live records carry on a detail that reaches the present', async () => {
    const { reader, asked, loaded, rest } = buildReader()
    reader.show({ kind: 'rolling', lengthMs: 10 * MINUTE })
    rest()
    asked[0]?.answer({ series: [], reduced: false })
    await Promise.resolve()

    expect(loaded).toEqual([{ from: NOW - 15 * MINUTE, to: Infinity }])
  })

  it('reads nothing when every record is drawn already', () => {
    const { reader, asked, rest } = buildReader({ reduced: false })
    reader.show(zoom)
    rest()

    expect(asked).toEqual([])
  })

  it('tries again with the next change after a failure', async () => {
    const { reader, asked, rest } = buildReader()
    reader.show(zoom)
    rest()
    asked[0]?.fail()
    await Promise.resolve()
    reader.show(zoom)
    rest()

    expect(asked).toHaveLength(2)
  })
})
