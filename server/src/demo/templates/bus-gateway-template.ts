import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, table, WARN } from './demo-template.ts'

export const busGatewayTemplate: DemoTemplate = {
  title: 'Treatment works',
  icon: 'gateway',
  overview: {
    gauges: [
      gauge('Raw water', 'XetaSense', 'channel_1', [0, 300, 'm³/h', 0], { color: COLOURS.blue, delta: 210 }),
      gauge('Turbidity, filtered', 'XetaSense', 'channel_4', [0, 1, 'NTU', 3], {
        color: COLOURS.green,
        threshold: 0.5,
        steps: stretches(0, 0.25, [0.3, GOOD], [0.5, WARN], [1, BAD]),
      }),
      gauge(
        'Removal',
        'XetaSense',
        { formula: '100 * (1 - XetaSense.channel_4 / XetaSense.channel_3)', denominators: ['XetaSense.channel_3'] },
        [0, 100, '%', 1],
        { color: COLOURS.sky },
      ),
      gauge('pH', 'XetaSense', 'channel_5', [5, 10, undefined, 2], { prefix: 'pH ', color: COLOURS.pink }),
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
