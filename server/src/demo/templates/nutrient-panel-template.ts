import { card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, WARN } from './demo-template.ts'

export const nutrientPanelTemplate: DemoTemplate = {
  title: 'Nutrient panel',
  icon: 'field',
  overview: {
    gauges: [
      gauge('Nitrate (NO3-)', 'nitrate', 'analyte_value', [0, 300, 'mg/l', 1], { color: COLOURS.green, delta: 160 }),
      gauge('Potassium (K+)', 'potassium', 'analyte_value', [0, 350, 'mg/l', 1], { color: COLOURS.orange }),
      gauge('pH', 'ph', 'analyte_value', [4, 9, undefined, 2], {
        color: COLOURS.blue,
        threshold: 6.5,
        steps: stretches(4, 0.25, [5.5, WARN], [6.5, GOOD], [9, WARN]),
      }),
      gauge(
        'K+ to NO3-',
        'potassium',
        { formula: 'potassium.analyte_value / nitrate.analyte_value', denominators: ['nitrate.analyte_value'] },
        [0, 3, undefined, 2],
        { color: COLOURS.pink },
      ),
    ],
    statistics: [
      card('Feed', 'sensor_PAGESensor', [
        ['conductivity', 'Conductivity', 'mS/cm', 2],
        ['temperature', 'Temperature', '°C', 1],
      ]),
    ],
    infoCards: [
      card('Electrodes', 'sensor_PAGESensor', [
        ['nitrate_mv', 'NO3-', 'mV', 1],
        ['potassium_mv', 'K+', 'mV', 1],
        ['ph_mv', 'pH', 'mV', 1],
      ]),
    ],
  },
  timeSeries: {
    pageTechTools: true,
    charts: [
      {
        title: 'Nitrate and potassium',
        type: 'timeseries',
        specifications: {
          nitrate: [
            { field: 'analyte_value', friendlyName: 'NO3-', unit: 'mg/l', color: COLOURS.green, maxGapMinutes: 15 },
          ],
          potassium: [
            { field: 'analyte_value', friendlyName: 'K+', unit: 'mg/l', color: COLOURS.orange, maxGapMinutes: 15 },
          ],
        },
      },
      chart('pH', 'ph', { maxGapMinutes: 15 }, [['analyte_value', 'pH', undefined, COLOURS.blue]]),
      chart('Conductivity', 'sensor_PAGESensor', { maxGapMinutes: 15 }, [
        ['conductivity', 'Conductivity', 'mS/cm', COLOURS.pink],
      ]),
    ],
  },
  events: [],
}
