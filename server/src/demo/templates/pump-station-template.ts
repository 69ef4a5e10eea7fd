import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const pumpStationTemplate: DemoTemplate = {
  title: 'Pump station',
  overview: {
    gauges: [
      {
        title: 'Flow',
        source: 'pump',
        field: 'flow',
        range: [0, 120],
        unit: 'm³/h',
        valuePrecision: 1,
        color: COLOURS.blue,
      },
      {
        title: 'Discharge pressure',
        source: 'pump',
        field: 'pressure',
        range: [0, 6],
        unit: 'bar',
        valuePrecision: 2,
        color: COLOURS.sky,
        threshold: 5,
        delta: 4.4,
      },
      {
        title: 'Energy per cubic metre',
        source: 'pump',
        calculate: { formula: 'pump.power / pump.flow', denominators: ['pump.flow'] },
        range: [0, 0.6],
        unit: 'kWh/m³',
        valuePrecision: 3,
        color: COLOURS.green,
      },
      {
        title: 'Motor',
        source: 'pump',
        field: 'motor_temperature',
        range: [0, 100],
        unit: '°C',
        valuePrecision: 1,
        bgColor: '#ECEEF1',
        color: COLOURS.orange,
        steps: [
          { range: [0, 70], color: GOOD, thickness: 0.3 },
          { range: [70, 85], color: WARN, thickness: 0.3 },
          { range: [85, 100], color: BAD, thickness: 0.3 },
        ],
      },
    ],
    infoCards: [
      {
        topic: 'Motor',
        specifications: {
          pump: [
            { field: 'running', friendlyName: 'Running' },
            { field: 'speed', friendlyName: 'Speed', unit: 'rpm', decimals: 0 },
            { field: 'current', friendlyName: 'Current', unit: 'A', decimals: 1 },
            { field: 'power', friendlyName: 'Power', unit: 'kW', decimals: 2 },
          ],
        },
      },
    ],
    statistics: [
      {
        topic: 'Totals',
        specifications: {
          totals: [
            { field: 'run_hours', friendlyName: 'Hours run', unit: 'h', decimals: 1 },
            { field: 'energy', friendlyName: 'Energy', unit: 'kWh', decimals: 0 },
          ],
        },
      },
    ],
    eventLog: {
      title: 'Controller events',
      specifications: {
        events: [
          { field: 'message', friendlyName: 'Message' },
          { field: 'severity', friendlyName: 'Severity' },
        ],
      },
    },
  },
  timeSeries: {
    charts: [
      {
        title: 'Flow',
        type: 'timeseries',
        specifications: {
          pump: [{ field: 'flow', friendlyName: 'Flow', unit: 'm³/h', color: COLOURS.blue, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Pressure',
        type: 'timeseries',
        specifications: {
          pump: [{ field: 'pressure', friendlyName: 'Pressure', unit: 'bar', color: COLOURS.sky, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Motor',
        type: 'timeseries',
        specifications: {
          pump: [
            { field: 'motor_temperature', friendlyName: 'Winding', unit: '°C', color: COLOURS.red, maxGapMinutes: 10 },
            { field: 'power', friendlyName: 'Power', unit: 'kW', color: COLOURS.orange, maxGapMinutes: 10 },
          ],
        },
      },
    ],
  },
  events: [],
}
