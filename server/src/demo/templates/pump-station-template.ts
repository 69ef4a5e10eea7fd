import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, WARN } from './demo-template.ts'

export const pumpStationTemplate: DemoTemplate = {
  title: 'Pump station',
  icon: 'pump',
  overview: {
    gauges: [
      gauge('Flow', 'pump', 'flow', [0, 120, 'm³/h', 1], { color: COLOURS.blue }),
      gauge('Discharge pressure', 'pump', 'pressure', [0, 6, 'bar', 2], {
        color: COLOURS.sky,
        threshold: 5,
        delta: 4.4,
      }),
      gauge(
        'Energy per cubic metre',
        'pump',
        { formula: 'pump.power / pump.flow', denominators: ['pump.flow'] },
        [0, 0.6, 'kWh/m³', 3],
        { color: COLOURS.green },
      ),
      gauge('Motor', 'pump', 'motor_temperature', [0, 100, '°C', 1], {
        bgColor: '#8D959F',
        color: COLOURS.orange,
        steps: stretches(0, 0.3, [70, GOOD], [85, WARN], [100, BAD]),
      }),
    ],
    infoCards: [
      card('Motor', 'pump', [
        ['running', 'Running'],
        ['speed', 'Speed', 'rpm', 0],
        ['current', 'Current', 'A', 1],
        ['power', 'Power', 'kW', 2],
      ]),
    ],
    statistics: [
      card('Totals', 'totals', [
        ['run_hours', 'Hours run', 'h', 1],
        ['energy', 'Energy', 'kWh', 0],
      ]),
    ],
    eventLog: {
      title: 'Controller events',
      specifications: {
        events: [
          { field: 'message', friendlyName: 'Message' },
          { field: 'severity', friendlyName: 'Severity' },
        ],
      },
    },
  },
  timeSeries: {
    charts: [
      chart('Flow', 'pump', { maxGapMinutes: 10 }, [['flow', 'Flow', 'm³/h', COLOURS.blue]]),
      chart('Pressure', 'pump', { maxGapMinutes: 10 }, [['pressure', 'Pressure', 'bar', COLOURS.sky]]),
      chart('Motor', 'pump', { maxGapMinutes: 10 }, [
        ['motor_temperature', 'Winding', '°C', COLOURS.red],
        ['power', 'Power', 'kW', COLOURS.orange],
      ]),
    ],
  },
  events: [],
}
