import { BAD, card, chart, COLOURS, type DemoTemplate, GOOD, table, WARN } from './demo-template.ts'

export const busGatewayTemplate: DemoTemplate = {
  title: 'Treatment works',
  icon: 'gateway',
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
      card('Gateway', 'gateway', [
        ['supply_voltage', 'Supply', 'V', 2],
        ['board_temperature', 'Board', '°C', 1],
        ['signal_strength', 'Signal', 'dBm', 0],
        ['firmware', 'Firmware'],
      ]),
    ],
    statistics: [
      card('Works', 'XetaSense', [
        ['channel_2', 'Treated water', 'm³/h', 0],
        ['channel_6', 'Temperature', '°C', 1],
        ['channel_7', 'Clear well', '%', 0],
        ['channel_9', 'Blower', 'Hz', 1],
      ]),
    ],
    tables: [
      table('Inputs', 'XetaSense', [
        ['channel_8', 'Filter head', 'm', 2],
        ['channel_10', 'Dosing', 'l/h', 2],
        ['channel_11', 'Oxygen', 'mg/l', 2],
        ['channel_12', 'Power', 'kW', 1],
      ]),
    ],
  },
  timeSeries: {
    charts: [
      chart('Water through the works', 'XetaSense', { maxGapMinutes: 20 }, [
        ['channel_1', 'Raw', 'm³/h', COLOURS.blue],
        ['channel_2', 'Treated', 'm³/h', COLOURS.green],
      ]),
      chart('Turbidity', 'XetaSense', { maxGapMinutes: 20 }, [
        ['channel_3', 'Raw', 'NTU', COLOURS.orange],
        ['channel_4', 'Filtered', 'NTU', COLOURS.sky],
      ]),
      chart('Oxygen and pH', 'XetaSense', { maxGapMinutes: 20 }, [
        ['channel_11', 'Oxygen', 'mg/l', COLOURS.blue],
        ['channel_5', 'pH', undefined, COLOURS.pink],
      ]),
    ],
  },
  events: [],
}
