import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, table, WARN } from './demo-template.ts'

export const gpsTruckTemplate: DemoTemplate = {
  title: 'Service truck',
  icon: 'truck',
  overview: {
    maps: [
      { title: 'Where it is', source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' },
    ],
    gauges: [
      gauge('Speed', 'engine', 'speed', [0, 120, 'km/h', 0], { color: COLOURS.blue, threshold: 90 }),
      gauge('Fuel', 'engine', 'fuel_level', [0, 100, '%', 0], {
        color: COLOURS.green,
        steps: stretches(0, 0.25, [12, BAD], [25, WARN], [100, GOOD]),
      }),
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
