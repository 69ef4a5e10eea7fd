import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const gpsTruckTemplate: DemoTemplate = {
  title: 'Service truck',
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
      {
        topic: 'Engine',
        specifications: {
          engine: [
            { field: 'rpm', friendlyName: 'Revolutions', unit: 'rpm', decimals: 0 },
            { field: 'coolant_temperature', friendlyName: 'Coolant', unit: '°C', decimals: 1 },
            { field: 'battery_voltage', friendlyName: 'Battery', unit: 'V', decimals: 1 },
            { field: 'odometer', friendlyName: 'Odometer', unit: 'km', decimals: 0 },
          ],
        },
      },
      {
        topic: 'Receiver',
        specifications: {
          gpgga_Internal: [
            { field: 'satellites', friendlyName: 'Satellites', decimals: 0 },
            { field: 'hdop', friendlyName: 'Dilution', decimals: 2 },
          ],
        },
      },
    ],
    tables: [
      {
        title: 'Last positions',
        type: 'generic',
        specifications: {
          location: [
            { field: 'lat', friendlyName: 'Latitude', unit: '°', decimals: 5 },
            { field: 'lon', friendlyName: 'Longitude', unit: '°', decimals: 5 },
            { field: 'speed', friendlyName: 'Speed', unit: 'km/h', decimals: 0 },
            { field: 'heading', friendlyName: 'Heading', unit: '°', decimals: 0 },
          ],
        },
      },
    ],
  },
  timeSeries: {
    charts: [
      {
        title: 'Speed',
        type: 'timeseries',
        specifications: {
          engine: [{ field: 'speed', friendlyName: 'Speed', unit: 'km/h', color: COLOURS.blue, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Fuel',
        type: 'timeseries',
        specifications: {
          engine: [{ field: 'fuel_level', friendlyName: 'Fuel', unit: '%', color: COLOURS.green, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Coolant',
        type: 'timeseries',
        specifications: {
          engine: [
            {
              field: 'coolant_temperature',
              friendlyName: 'Coolant',
              unit: '°C',
              color: COLOURS.red,
              maxGapMinutes: 10,
            },
          ],
        },
      },
    ],
  },
  events: [],
}
