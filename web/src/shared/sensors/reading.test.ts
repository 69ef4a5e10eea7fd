import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { cardState, seriesOfRecords } from './reading.ts'

const AT = '2026-05-06T12:00:00.000Z'
const record = (fields: Record<string, number | string | null>, messageUTC = AT): DataRecord => ({
  messageUTC,
  recieveUTC: messageUTC,
  ...fields,
})
const records = (...list: DataRecord[]) => ({ kind: 'records', records: list }) as const
const text = (words: string) => ({ kind: 'text', text: words })

describe('a sensor series', () => {
  // spec 2-3-24
  it('holds times and values as parallel arrays, oldest first', () => {
    const newest = record({ analyte_value: 8 }, '2026-05-06T12:00:15.000Z')

    expect(seriesOfRecords([newest, record({ analyte_value: 7 })])).toEqual({
      x: [Date.parse(AT), Date.parse(AT) + 15_000],
      analyte_value: [7, 8],
    })
  })
})

describe('the card of a sensor', () => {
  it('shows the newest value with its time', () => {
    expect(cardState(records(record({ analyte_value: 162.4 })), { settled: false })).toEqual({
      kind: 'reading',
      reading: { value: 162.4, at: Date.parse(AT) },
    })
  })

  // spec 2-2-67
  it('says Retrieving... at first, and until the stream had its time', () => {
    expect(cardState({ kind: 'retrieving' }, { settled: true })).toEqual(text('Retrieving...'))
    expect(cardState(records(), { settled: false })).toEqual(text('Retrieving...'))
  })

  // spec 2-2-68
  it('says Unknown when data is absent', () => {
    expect(cardState(records(), { settled: true })).toEqual(text('Unknown'))
  })

  // spec 2-2-69
  it('says that it could not retrieve data when the series lacks analyte_value, or could not be read', () => {
    expect(cardState(records(record({ temperature: 4 })), { settled: true })).toEqual(text('Could not retrieve data'))
    expect(cardState({ kind: 'failed' }, { settled: true })).toEqual(text('Could not retrieve data'))
  })

  // spec 2-2-70
  it.each([null, ''])('says unknown when the value is empty: %j', (value) => {
    expect(cardState(records(record({ analyte_value: value })), { settled: true })).toEqual(text('unknown'))
  })
})
