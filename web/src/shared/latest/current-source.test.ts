import type { DataRecord, FieldValue } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { mergeCurrent, type CurrentSource } from './current-source.ts'

const NOW = Date.UTC(2026, 0, 1, 12)
const NOTHING: CurrentSource = { records: [], older: [] }
const NEED = { limit: 1, fields: ['level', 'battery'] }

function buildRecord(seconds: number, fields: Record<string, FieldValue>, arrived = seconds): DataRecord {
  const timeOf = (after: number) => new Date(NOW + after * 1000).toISOString()
  return { messageUTC: timeOf(seconds), recieveUTC: timeOf(arrived), ...fields }
}

function add(before: CurrentSource, ...records: DataRecord[]): CurrentSource {
  return mergeCurrent(before, { records, older: [] }, NEED)
}

describe('what a source says now', () => {
  it('keeps the record with the latest value of a field, however many come after it', () => {
    let current = add(NOTHING, buildRecord(0, { battery: 80 }), buildRecord(1, { level: 1 }))
    for (let second = 2; second < 60; second += 1) current = add(current, buildRecord(second, { level: second }))

    expect(current.records).toEqual([buildRecord(59, { level: 59 })])
    expect(current.older).toEqual([buildRecord(0, { battery: 80 })])
  })

  it('forgets what was replaced', () => {
    const before = add(NOTHING, buildRecord(0, { battery: 80 }), buildRecord(1, { level: 1 }))

    expect(add(before, buildRecord(0, { battery: null })).older).toEqual([])
  })

  it('counts a record that is ahead of the time from its arrival on', () => {
    const ahead = buildRecord(3600, { level: 99 }, 10)
    const current = add(NOTHING, buildRecord(5, { level: 1 }), ahead)

    expect(current.records).toEqual([ahead])
    expect(add(current, buildRecord(11, { level: 2 })).records).toEqual([buildRecord(11, { level: 2 })])
  })

  it('takes the newer of two older values', () => {
    const before = { ...NOTHING, records: [buildRecord(9, {})], older: [buildRecord(1, { level: 1, battery: 1 })] }
    const next = { ...NOTHING, older: [buildRecord(2, { level: 2 })] }

    expect(mergeCurrent(before, next, NEED).older.map(({ level }) => level)).toEqual([2, 1])
  })
})
