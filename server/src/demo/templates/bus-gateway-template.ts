import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const busGatewayTemplate: DemoTemplate = {
  title: 'Treatment works',
  overview: {
    gauges: [
      {
        title: 'Raw water',
        source: 'XetaSense',
        field: 'channel_1',
        range: [0, 300],
        unit: 'm³/h',
        valuePrecision: 0,
        color: COLOURS.blue,
        delta: 210,
      },
      {
        title: 'Turbidity, filtered',
        source: 'XetaSense',
        field: 'channel_4',
        range: [0, 1],
        unit: 'NTU',
        valuePrecision: 3,
        color: COLOURS.green,
        threshold: 0.5,
        steps: [
          { range: [0, 0.3], color: GOOD, thickness: 0.25 },
          { range: [0.3, 0.5], color: WARN, thickness: 0.25 },
          { range: [0.5, 1], color: BAD, thickness: 0.25 },
        ],
      },
      {
        title: 'Removal',
        source: 'XetaSense',
        calculate: {
          formula: '100 * (1 - XetaSense.channel_4 / XetaSense.channel_3)',
          denominators: ['XetaSense.channel_3'],
        },
        range: [0, 100],
        unit: '%',
        valuePrecision: 1,
        color: COLOURS.sky,
      },
      {
        title: 'pH',
        source: 'XetaSense',
        field: 'channel_5',
        range: [5, 10],
        valuePrecision: 2,
        prefix: 'pH ',
        color: COLOURS.pink,
      },
    ],
    infoCards: [
      {
        topic: 'Gateway',
        specifications: {
          gateway: [
            { field: 'supply_voltage', friendlyName: 'Supply', unit: 'V', decimals: 2 },
            { field: 'board_temperature', friendlyName: 'Board', unit: '°C', decimals: 1 },
            { field: 'signal_strength', friendlyName: 'Signal', unit: 'dBm', decimals: 0 },
            { field: 'firmware', friendlyName: 'Firmware' },
          ],
        },
      },
    ],
    statistics: [
      {
        topic: 'Works',
        specifications: {
          XetaSense: [
            { field: 'channel_2', friendlyName: 'Treated water', unit: 'm³/h', decimals: 0 },
            { field: 'channel_6', friendlyName: 'Temperature', unit: '°C', decimals: 1 },
            { field: 'channel_7', friendlyName: 'Clear well', unit: '%', decimals: 0 },
            { field: 'channel_9', friendlyName: 'Blower', unit: 'Hz', decimals: 1 },
          ],
        },
      },
    ],
    tables: [
      {
        title: 'Inputs',
        type: 'generic',
        specifications: {
          XetaSense: [
            { field: 'channel_8', friendlyName: 'Filter head', unit: 'm', decimals: 2 },
            { field: 'channel_10', friendlyName: 'Dosing', unit: 'l/h', decimals: 2 },
            { field: 'channel_11', friendlyName: 'Oxygen', unit: 'mg/l', decimals: 2 },
            { field: 'channel_12', friendlyName: 'Power', unit: 'kW', decimals: 1 },
          ],
        },
      },
    ],
  },
  timeSeries: {
    charts: [
      {
        title: 'Water through the works',
        type: 'timeseries',
        specifications: {
          XetaSense: [
            { field: 'channel_1', friendlyName: 'Raw', unit: 'm³/h', color: COLOURS.blue, maxGapMinutes: 20 },
            { field: 'channel_2', friendlyName: 'Treated', unit: 'm³/h', color: COLOURS.green, maxGapMinutes: 20 },
          ],
        },
      },
      {
        title: 'Turbidity',
        type: 'timeseries',
        specifications: {
          XetaSense: [
            { field: 'channel_3', friendlyName: 'Raw', unit: 'NTU', color: COLOURS.orange, maxGapMinutes: 20 },
            { field: 'channel_4', friendlyName: 'Filtered', unit: 'NTU', color: COLOURS.sky, maxGapMinutes: 20 },
          ],
        },
      },
      {
        title: 'Oxygen and pH',
        type: 'timeseries',
        specifications: {
          XetaSense: [
            { field: 'channel_11', friendlyName: 'Oxygen', unit: 'mg/l', color: COLOURS.blue, maxGapMinutes: 20 },
            { field: 'channel_5', friendlyName: 'pH', color: COLOURS.pink, maxGapMinutes: 20 },
          ],
        },
      },
    ],
  },
  events: [],
}
