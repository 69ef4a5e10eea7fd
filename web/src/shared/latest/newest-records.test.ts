import fc from 'fast-check'
import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { mergeNewest } from './newest-records.ts'

function buildRecord(second: number, value: number): DataRecord {
  const messageUTC = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  return { messageUTC, recieveUTC: messageUTC, value }
}

const records = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer()).map(([at, value]) => buildRecord(at, value)),
)

describe('the newest records', () => {
  it('come newest first, each time once, and no more than asked for', () => {
    fc.assert(
      fc.property(records, records, fc.integer({ min: 1, max: 12 }), (before, next, limit) => {
        const merged = mergeNewest(before, next, limit)
        const times = new Set([...before, ...next].map(({ messageUTC }) => messageUTC))
        expect(merged.map(({ messageUTC }) => messageUTC)).toEqual([...times].sort().reverse().slice(0, limit))
      }),
    )
  })

  it('take what came later where two have one time', () => {
    expect(mergeNewest([buildRecord(1, 1)], [buildRecord(1, 2)], 5)).toEqual([buildRecord(1, 2)])
  })
})
