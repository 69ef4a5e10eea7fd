import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const weatherStationTemplate: DemoTemplate = {
  title: 'Weather station',
  overview: {
    gauges: [
      {
        title: 'Temperature',
        source: 'weather',
        field: 'temperature',
        range: [-15, 40],
        unit: '°C',
        valuePrecision: 1,
        color: COLOURS.red,
        threshold: 0,
      },
      {
        title: 'Wind',
        source: 'weather',
        field: 'wind_speed',
        range: [0, 25],
        unit: 'm/s',
        valuePrecision: 1,
        color: COLOURS.sky,
        steps: [
          { range: [0, 10], color: GOOD, thickness: 0.3 },
          { range: [10, 17], color: WARN, thickness: 0.3 },
          { range: [17, 25], color: BAD, thickness: 0.3 },
        ],
      },
      {
        title: 'Air pressure',
        source: 'weather',
        field: 'pressure',
        range: [970, 1050],
        unit: 'hPa',
        valuePrecision: 1,
        delta: 1013.2,
        color: COLOURS.blue,
      },
    ],
    infoCards: [
      {
        topic: 'Station',
        specifications: {
          status: [
            { field: 'battery_voltage', friendlyName: 'Battery', unit: 'V', decimals: 2 },
            { field: 'signal_strength', friendlyName: 'Signal', unit: 'dBm', decimals: 0 },
            { field: 'enclosure_temperature', friendlyName: 'Enclosure', unit: '°C', decimals: 1 },
          ],
        },
      },
    ],
    statistics: [
      {
        topic: 'Weather now',
        specifications: {
          weather: [
            { field: 'humidity', friendlyName: 'Humidity', unit: '%', decimals: 0 },
            { field: 'wind_gust', friendlyName: 'Gusts', unit: 'm/s', decimals: 1 },
            { field: 'wind_direction', friendlyName: 'Wind from', unit: '°', decimals: 0 },
            { field: 'rain_rate', friendlyName: 'Rain', unit: 'mm/h', decimals: 1 },
          ],
        },
      },
    ],
    maps: [
      { title: 'Location', source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' },
    ],
  },
  timeSeries: {
    charts: [
      {
        title: 'Temperature and humidity',
        type: 'timeseries',
        specifications: {
          weather: [
            { field: 'temperature', friendlyName: 'Temperature', unit: '°C', color: COLOURS.red, maxGapMinutes: 15 },
            { field: 'humidity', friendlyName: 'Humidity', unit: '%', color: COLOURS.blue, maxGapMinutes: 15 },
          ],
        },
      },
      {
        title: 'Wind',
        type: 'timeseries',
        specifications: {
          weather: [
            { field: 'wind_gust', friendlyName: 'Gusts', unit: 'm/s', color: COLOURS.orange, maxGapMinutes: 15 },
            { field: 'wind_speed', friendlyName: 'Wind', unit: 'm/s', color: COLOURS.sky, maxGapMinutes: 15 },
          ],
        },
      },
      {
        title: 'Sun and rain',
        type: 'timeseries',
        specifications: {
          weather: [
            { field: 'solar_radiation', friendlyName: 'Sun', unit: 'W/m²', color: COLOURS.orange, maxGapMinutes: 15 },
            { field: 'rain_rate', friendlyName: 'Rain', unit: 'mm/h', color: COLOURS.blue, maxGapMinutes: 15 },
          ],
        },
      },
    ],
  },
  events: [],
}
