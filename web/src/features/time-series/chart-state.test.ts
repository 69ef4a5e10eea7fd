import { describe, expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { chartStateText, type SourceProgress } from './chart-state.ts'

const there: SourceProgress = { data: { missing: false }, error: null, loaded: true }
const missing: SourceProgress = { data: { missing: true }, error: null, loaded: false }
const waiting: SourceProgress = { data: undefined, error: null, loaded: false }

function failed(code: 'unit/not-found' | 'server/internal'): SourceProgress {
  return { data: undefined, error: new ApiError({ code, message: '', status: 500 }), loaded: false }
}

describe('the text over a chart', () => {
  it.each([
    ['while a source is read', [there, waiting], 'retrieving data...'],
    ['while the stream still sends what it has', [{ ...there, loaded: false }], 'retrieving data...'],
    ['when there are no values in the window', [there], 'N/A'],
    ['when only some of the sources exist', [there, missing], 'N/A'],
    ['when no source exists', [missing], 'This data does not exist'],
    ['when a source could not be read', [there, failed('server/internal')], 'Error finding value'],
    ['when the unit is gone', [failed('unit/not-found')], 'Device not found'],
  ])('is right %s', (_when, sources, text) => {
    expect(chartStateText(sources, { hasValues: false })).toBe(text)
  })

  it('is none as soon as there is something to draw', () => {
    expect(chartStateText([there, waiting, failed('server/internal')], { hasValues: true })).toBeUndefined()
  })
})
