import { card, chart, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const nutrientPanelTemplate: DemoTemplate = {
  title: 'Nutrient panel',
  icon: 'field',
  overview: {
    gauges: [
      {
        title: 'Nitrate (NO3-)',
        source: 'nitrate',
        field: 'analyte_value',
        range: [0, 300],
        unit: 'mg/l',
        valuePrecision: 1,
        color: COLOURS.green,
        delta: 160,
      },
      {
        title: 'Potassium (K+)',
        source: 'potassium',
        field: 'analyte_value',
        range: [0, 350],
        unit: 'mg/l',
        valuePrecision: 1,
        color: COLOURS.orange,
      },
      {
        title: 'pH',
        source: 'ph',
        field: 'analyte_value',
        range: [4, 9],
        valuePrecision: 2,
        color: COLOURS.blue,
        threshold: 6.5,
        steps: [
          { range: [4, 5.5], color: WARN, thickness: 0.25 },
          { range: [5.5, 6.5], color: GOOD, thickness: 0.25 },
          { range: [6.5, 9], color: WARN, thickness: 0.25 },
        ],
      },
      {
        title: 'K+ to NO3-',
        source: 'potassium',
        calculate: {
          formula: 'potassium.analyte_value / nitrate.analyte_value',
          denominators: ['nitrate.analyte_value'],
        },
        range: [0, 3],
        valuePrecision: 2,
        color: COLOURS.pink,
      },
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
