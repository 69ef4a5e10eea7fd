import { BAD, card, chart, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const pumpStationTemplate: DemoTemplate = {
  title: 'Pump station',
  icon: 'pump',
  overview: {
    gauges: [
      {
        title: 'Flow',
        source: 'pump',
        field: 'flow',
        range: [0, 120],
        unit: 'm³/h',
        valuePrecision: 1,
        color: COLOURS.blue,
      },
      {
        title: 'Discharge pressure',
        source: 'pump',
        field: 'pressure',
        range: [0, 6],
        unit: 'bar',
        valuePrecision: 2,
        color: COLOURS.sky,
        threshold: 5,
        delta: 4.4,
      },
      {
        title: 'Energy per cubic metre',
        source: 'pump',
        calculate: { formula: 'pump.power / pump.flow', denominators: ['pump.flow'] },
        range: [0, 0.6],
        unit: 'kWh/m³',
        valuePrecision: 3,
        color: COLOURS.green,
      },
      {
        title: 'Motor',
        source: 'pump',
        field: 'motor_temperature',
        range: [0, 100],
        unit: '°C',
        valuePrecision: 1,
        bgColor: '#8D959F',
        color: COLOURS.orange,
        steps: [
          { range: [0, 70], color: GOOD, thickness: 0.3 },
          { range: [70, 85], color: WARN, thickness: 0.3 },
          { range: [85, 100], color: BAD, thickness: 0.3 },
        ],
      },
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
