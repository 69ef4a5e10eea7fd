import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import { Chart } from '@fieldwatch/contract/widgets/chart'
import { describe, expect, it } from 'vitest'
import { fieldsBySource, planCharts } from './chart-plan.ts'

function buildChart(specifications: object) {
  return Chart.parse({ title: 'Chart', type: 'timeseries', specifications })
}

describe('the plan of charts', () => {
  // spec 1-9-15
  it('breaks a line after 60 minutes of silence, or after what the template says', () => {
    const [chart] = planCharts(
      [
        buildChart({
          tank: [
            { field: 'level', friendlyName: 'Level' },
            { field: 'flow', friendlyName: 'Flow', maxGapMinutes: 5 },
          ],
        }),
      ],
      sentMeasures,
    )

    expect(chart?.lines.map(({ maxGapMs }) => maxGapMs)).toEqual([3_600_000, 300_000])
  })

  it('reads each source once, with all the fields that any chart draws', () => {
    const charts = planCharts(
      [
        buildChart({ tank: [{ field: 'level', friendlyName: 'Level' }] }),
        buildChart({
          tank: [
            { field: 'level', friendlyName: 'Level' },
            { field: 'flow', friendlyName: 'Flow' },
          ],
          pump: [{ field: 'power', friendlyName: 'Power' }],
        }),
      ],
      sentMeasures,
    )

    expect(Object.fromEntries(fieldsBySource(charts))).toEqual({ tank: ['level', 'flow'], pump: ['power'] })
  })
})
