import { BAD, card, chart, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const weatherStationTemplate: DemoTemplate = {
  title: 'Weather station',
  icon: 'weather',
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
      card('Station', 'status', [
        ['battery_voltage', 'Battery', 'V', 2],
        ['signal_strength', 'Signal', 'dBm', 0],
        ['enclosure_temperature', 'Enclosure', '°C', 1],
      ]),
    ],
    statistics: [
      card('Weather now', 'weather', [
        ['humidity', 'Humidity', '%', 0],
        ['wind_gust', 'Gusts', 'm/s', 1],
        ['wind_direction', 'Wind from', '°', 0],
        ['rain_rate', 'Rain', 'mm/h', 1],
      ]),
    ],
    maps: [
      { title: 'Location', source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: 'alt' },
    ],
  },
  timeSeries: {
    charts: [
      chart('Temperature and humidity', 'weather', { maxGapMinutes: 15 }, [
        ['temperature', 'Temperature', '°C', COLOURS.red],
        ['humidity', 'Humidity', '%', COLOURS.blue],
      ]),
      chart('Wind', 'weather', { maxGapMinutes: 15 }, [
        ['wind_gust', 'Gusts', 'm/s', COLOURS.orange],
        ['wind_speed', 'Wind', 'm/s', COLOURS.sky],
      ]),
      chart('Sun and rain', 'weather', { maxGapMinutes: 15 }, [
        ['solar_radiation', 'Sun', 'W/m²', COLOURS.orange],
        ['rain_rate', 'Rain', 'mm/h', COLOURS.blue],
      ]),
    ],
  },
  events: [],
}
