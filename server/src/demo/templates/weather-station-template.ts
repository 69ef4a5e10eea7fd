import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, WARN } from './demo-template.ts'

export const weatherStationTemplate: DemoTemplate = {
  title: 'Weather station',
  icon: 'weather',
  overview: {
    gauges: [
      gauge('Temperature', 'weather', 'temperature', [-15, 40, '°C', 1], { color: COLOURS.red, threshold: 0 }),
      gauge('Wind', 'weather', 'wind_speed', [0, 25, 'm/s', 1], {
        color: COLOURS.sky,
        steps: stretches(0, 0.3, [10, GOOD], [17, WARN], [25, BAD]),
      }),
      gauge('Air pressure', 'weather', 'pressure', [970, 1050, 'hPa', 1], { delta: 1013.2, color: COLOURS.blue }),
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
