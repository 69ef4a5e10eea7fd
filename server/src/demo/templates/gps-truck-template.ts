import { BAD, card, chart, COLOURS, type DemoTemplate, GOOD, table, WARN } from './demo-template.ts'

export const gpsTruckTemplate: DemoTemplate = {
  title: 'Service truck',
  icon: 'truck',
  overview: {
    maps: [
      { title: 'Where it is', source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' },
    ],
    gauges: [
      {
        title: 'Speed',
        source: 'engine',
        field: 'speed',
        range: [0, 120],
        unit: 'km/h',
        valuePrecision: 0,
        color: COLOURS.blue,
        threshold: 90,
      },
      {
        title: 'Fuel',
        source: 'engine',
        field: 'fuel_level',
        range: [0, 100],
        unit: '%',
        valuePrecision: 0,
        color: COLOURS.green,
        steps: [
          { range: [0, 12], color: BAD, thickness: 0.25 },
          { range: [12, 25], color: WARN, thickness: 0.25 },
          { range: [25, 100], color: GOOD, thickness: 0.25 },
        ],
      },
    ],
    infoCards: [
      card('Engine', 'engine', [
        ['rpm', 'Revolutions', 'rpm', 0],
        ['coolant_temperature', 'Coolant', '°C', 1],
        ['battery_voltage', 'Battery', 'V', 1],
        ['odometer', 'Odometer', 'km', 0],
      ]),
      card('Receiver', 'gpgga_Internal', [
        ['satellites', 'Satellites', undefined, 0],
        ['hdop', 'Dilution', undefined, 2],
      ]),
    ],
    tables: [
      table('Last positions', 'location', [
        ['lat', 'Latitude', '°', 5],
        ['lon', 'Longitude', '°', 5],
        ['speed', 'Speed', 'km/h', 0],
        ['heading', 'Heading', '°', 0],
      ]),
    ],
  },
  timeSeries: {
    charts: [
      chart('Speed', 'engine', { maxGapMinutes: 10 }, [['speed', 'Speed', 'km/h', COLOURS.blue]]),
      chart('Fuel', 'engine', { maxGapMinutes: 10 }, [['fuel_level', 'Fuel', '%', COLOURS.green]]),
      chart('Coolant', 'engine', { maxGapMinutes: 10 }, [['coolant_temperature', 'Coolant', '°C', COLOURS.red]]),
    ],
  },
  events: [],
}
