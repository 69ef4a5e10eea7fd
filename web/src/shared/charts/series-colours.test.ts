import type { Chart, ChartSeries } from '@fieldwatch/contract/widgets/chart'
import { describe, expect, it } from 'vitest'
import { assignColours } from './series-colours.ts'

function buildChart(specifications: Record<string, ChartSeries[]>): Chart {
  return { title: 'Chart', type: 'timeseries', specifications }
}

describe('the colours of series', () => {
  it('are those of the template, otherwise the next of the palette', () => {
    const colours = assignColours([
      buildChart({
        tank: [
          { field: 'level', friendlyName: 'Level' },
          { field: 'flow', friendlyName: 'Flow', color: '#FF8800' },
          { field: 'pressure', friendlyName: 'Pressure' },
        ],
      }),
    ])

    expect([...colours.values()]).toEqual(['var(--fw-series-1)', '#FF8800', 'var(--fw-series-2)'])
  })

  it('are the same for a series in every chart', () => {
    const colours = assignColours([
      buildChart({ tank: [{ field: 'level', friendlyName: 'Level' }] }),
      buildChart({
        pump: [{ field: 'power', friendlyName: 'Power' }],
        tank: [{ field: 'level', friendlyName: 'Level' }],
      }),
    ])

    expect(Object.fromEntries(colours)).toEqual({
      'tank.level': 'var(--fw-series-1)',
      'pump.power': 'var(--fw-series-2)',
    })
  })
})
