import { card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, WARN } from './demo-template.ts'

const SENSORS = [
  { serial: 'TD1042', street: 'High Street', color: COLOURS.blue },
  { serial: 'TD1043', street: 'Mill Lane', color: COLOURS.orange },
  { serial: 'TD1077', street: 'Harbour', color: COLOURS.green },
  { serial: 'TD1081', street: 'Reservoir', color: COLOURS.pink },
] as const

function drawn(field: string, unit: string) {
  return SENSORS.map(({ serial, street, color }) => [`${serial}_${field}`, street, unit, color] as const)
}

export const pressureGatewayTemplate: DemoTemplate = {
  title: 'Mains pressure',
  icon: 'meter',
  overview: {
    gauges: SENSORS.map(({ serial, street, color }) =>
      gauge(street, 'TDWLB', `${serial}_pressure`, [0, 8, 'bar', 2], {
        color,
        threshold: 2.5,
        steps: stretches(0, 0.2, [2.5, WARN], [8, GOOD]),
      }),
    ),
    infoCards: SENSORS.slice(0, 2).map(({ serial, street }) =>
      card(`${street}, ${serial}`, 'TDWLB', [
        [`${serial}_temperature`, 'Soil', '°C', 1],
        [`${serial}_battery`, 'Battery', 'V', 2],
        [`${serial}_rssi`, 'Signal', 'dBm', 0],
      ]),
    ),
    statistics: [
      card('Gateway', 'gateway', [
        ['sensors_heard', 'Sensors heard', undefined, 0],
        ['supply_voltage', 'Supply', 'V', 2],
        ['signal_strength', 'Signal', 'dBm', 0],
      ]),
    ],
  },
  timeSeries: {
    charts: [
      chart('Pressure', 'TDWLB', { maxGapMinutes: 15 }, drawn('pressure', 'bar')),
      chart('Soil temperature', 'TDWLB', { maxGapMinutes: 60 }, drawn('temperature', '°C')),
    ],
  },
  events: [],
}
