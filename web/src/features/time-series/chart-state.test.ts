import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import { SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#platform/api/api-error.ts'
import { chartNote, contentOf, type SourceProgress } from './chart-state.ts'

const there: SourceProgress = { data: { missing: false, latest: undefined }, error: null, loaded: true }
const missing: SourceProgress = { data: { missing: true, latest: undefined }, error: null, loaded: false }
const waiting: SourceProgress = { data: undefined, error: null, loaded: false }

function failed(code: 'unit/not-found' | 'server/internal'): SourceProgress {
  return { data: undefined, error: new ApiError({ code, message: '', status: 500 }), loaded: false }
}

const lines = [{ source: SourceName.parse('tank'), field: 'level', label: 'Level', measure: sentMeasures('%') }]
const note = { lines, content: 'nothing', live: true, timeFormat: '24Hour' } as const

describe('the text over a chart', () => {
  // spec 1-2-79, 1-2-80, 1-2-81
  it.each([
    ['while a source is read', [there, waiting], 'retrieving data...'],
    ['while the stream still sends what it has', [{ ...there, loaded: false }], 'retrieving data...'],
    ['when there are no values in the window', [there], 'N/A'],
    ['when only some of the sources exist', [there, missing], 'N/A'],
    ['when no source exists', [missing], 'This data does not exist'],
    ['when a source could not be read', [there, failed('server/internal')], 'Error finding value'],
    ['when the unit is gone', [failed('unit/not-found')], 'Device not found'],
  ])('is right %s', (_when, sources, text) => {
    expect(chartNote({ ...note, sources })?.text).toBe(text)
  })

  it('is none as soon as there is something to draw', () => {
    expect(
      chartNote({ ...note, sources: [there, waiting, failed('server/internal')], content: 'numbers' }),
    ).toBeUndefined()
  })
})

describe('the note over an empty chart', () => {
  it('says why it is empty when its fields are only text', () => {
    const content = contentOf({ x: Float64Array.of(1, 2), columns: [Float64Array.of(NaN, NaN)] })

    expect(chartNote({ ...note, sources: [there], content })).toEqual({
      text: 'N/A',
      hint: 'These fields contain no numbers. Charts show only numbers.',
    })
    expect(contentOf({ x: Float64Array.of(1, 2), columns: [Float64Array.of(NaN, 0)] })).toBe('numbers')
  })

  // spec 1-4-30
  it('shows the latest known value when the last day has none', () => {
    const messageUTC = new Date(2026, 5, 1, 9, 30).toISOString()
    const latest = { source: 'tank', record: { messageUTC, recieveUTC: messageUTC, level: 61.5 } }
    const sources = [{ ...there, data: { missing: false, latest } }]

    expect(chartNote({ ...note, sources })).toEqual({
      text: 'N/A',
      hint: 'No values in the last 24 hours. Latest: Level 61.5 %, 1 Jun 2026, 09:30:00.',
      latestAt: Date.parse(messageUTC),
    })
  })

  it('says what is missing otherwise', () => {
    expect(chartNote({ ...note, sources: [there] })?.hint).toMatch(/^No values in the last 24 hours. New values/)
    expect(chartNote({ ...note, sources: [there], live: false })?.hint).toBe('No values in this range.')
    expect(chartNote({ ...note, sources: [missing] })?.hint).toMatch(/^The unit hasn’t sent this data yet/)
    expect(chartNote({ ...note, sources: [waiting] })).toEqual({ text: 'retrieving data...' })
  })
})
