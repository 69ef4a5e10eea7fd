import type { SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildTemplate } from '#testing/build-template.ts'
import {
  calculatedLooks,
  hasBareResults,
  lookOfSource,
  withCalculatedLooks,
} from '@fieldwatch/contract/templates/calculated-looks'

const looks = calculatedLooks([
  { name: 'mean_flow' as SourceName, unit: 'l/s' },
  { name: 'volume' as SourceName, unit: 'm³' },
])

describe('a value that comes from a calculated source', () => {
  it('has its name and its unit', () => {
    expect(lookOfSource({ source: '', name: '', unit: '' }, 'mean_flow', looks)).toEqual({
      name: 'mean flow',
      unit: 'l/s',
    })
  })

  it('loses them when it comes from another source', () => {
    const before = { source: 'mean_flow', name: 'mean flow', unit: 'l/s' }
    expect(lookOfSource(before, 'volume', looks)).toEqual({ name: 'volume', unit: 'm³' })
    expect(lookOfSource(before, 'tank', looks)).toEqual({ name: '', unit: '' })
  })

  it('keeps what a person typed', () => {
    const typed = { source: 'mean_flow', name: 'Flow of the day', unit: 'l/s' }
    expect(lookOfSource(typed, 'volume', looks)).toEqual({ name: 'Flow of the day', unit: 'm³' })
  })
})

describe('a template', () => {
  const chart = (series: object) => ({
    ...buildTemplate(),
    timeSeries: {
      charts: [{ title: 'Flow', type: 'timeseries' as const, specifications: { mean_flow: [{ ...bare, ...series }] } }],
    },
  })
  const bare = { field: 'value', friendlyName: 'value' }

  it('is shown with the name and the unit of a calculated source where it has none of its own', () => {
    expect(withCalculatedLooks(chart({}), looks)).toEqual(chart({ friendlyName: 'mean flow', unit: 'l/s' }))
    expect(withCalculatedLooks(chart({ friendlyName: 'Day', unit: 'm³' }), looks)).toEqual(
      chart({ friendlyName: 'Day', unit: 'm³' }),
    )
  })

  it('needs no calculated sources while everything in it is named and measured', () => {
    expect(hasBareResults(buildTemplate())).toBe(false)
    expect(hasBareResults(chart({}))).toBe(true)
    expect(hasBareResults(chart({ friendlyName: 'Day' }))).toBe(true)
    expect(hasBareResults(chart({ friendlyName: 'Day', unit: 'm³' }))).toBe(false)
  })

  it('has those looks on its cards, tables, gauges and event log too', () => {
    const specifications = { mean_flow: [bare] }
    const named = { mean_flow: [{ field: 'value', friendlyName: 'mean flow', unit: 'l/s' }] }
    const gauge = { title: 'Now', range: [0, 1] as [number, number], source: 'mean_flow' as SourceName, field: 'value' }
    const shown = withCalculatedLooks(
      {
        ...buildTemplate(),
        overview: {
          gauges: [gauge],
          infoCards: [{ topic: 'A', specifications }],
          statistics: [{ topic: 'B', specifications }],
          tables: [{ title: 'C', type: 'generic', specifications }],
          eventLog: { title: 'D', specifications },
        },
      },
      looks,
    )

    expect(shown.overview).toEqual({
      gauges: [{ ...gauge, unit: 'l/s' }],
      infoCards: [{ topic: 'A', specifications: named }],
      statistics: [{ topic: 'B', specifications: named }],
      tables: [{ title: 'C', type: 'generic', specifications: named }],
      eventLog: { title: 'D', specifications: named },
    })
  })
})
