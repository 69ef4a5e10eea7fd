import { card, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

const SENSORS = [
  { serial: 'TD1042', street: 'High Street', color: COLOURS.blue },
  { serial: 'TD1043', street: 'Mill Lane', color: COLOURS.orange },
  { serial: 'TD1077', street: 'Harbour', color: COLOURS.green },
  { serial: 'TD1081', street: 'Reservoir', color: COLOURS.pink },
] as const

export const pressureGatewayTemplate: DemoTemplate = {
  title: 'Mains pressure',
  icon: 'meter',
  overview: {
    gauges: SENSORS.map(({ serial, street, color }) => ({
      title: street,
      source: 'TDWLB',
      field: `${serial}_pressure`,
      range: [0, 8] as [number, number],
      unit: 'bar',
      valuePrecision: 2,
      color,
      threshold: 2.5,
      steps: [
        { range: [0, 2.5] as [number, number], color: WARN, thickness: 0.2 },
        { range: [2.5, 8] as [number, number], color: GOOD, thickness: 0.2 },
      ],
    })),
    infoCards: SENSORS.slice(0, 2).map(({ serial, street }) => ({
      topic: `${street}, ${serial}`,
      specifications: {
        TDWLB: [
          { field: `${serial}_temperature`, friendlyName: 'Soil', unit: '°C', decimals: 1 },
          { field: `${serial}_battery`, friendlyName: 'Battery', unit: 'V', decimals: 2 },
          { field: `${serial}_rssi`, friendlyName: 'Signal', unit: 'dBm', decimals: 0 },
        ],
      },
    })),
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
      {
        title: 'Pressure',
        type: 'timeseries',
        specifications: {
          TDWLB: SENSORS.map(({ serial, street, color }) => ({
            field: `${serial}_pressure`,
            friendlyName: street,
            unit: 'bar',
            color,
            maxGapMinutes: 15,
          })),
        },
      },
      {
        title: 'Soil temperature',
        type: 'timeseries',
        specifications: {
          TDWLB: SENSORS.map(({ serial, street, color }) => ({
            field: `${serial}_temperature`,
            friendlyName: street,
            unit: '°C',
            color,
            maxGapMinutes: 60,
          })),
        },
      },
    ],
  },
  events: [],
}
