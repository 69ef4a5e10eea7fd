import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, table, WARN } from './demo-template.ts'

export const waterTankTemplate: DemoTemplate = {
  title: 'Water tank',
  icon: 'tank',
  overview: {
    gauges: [
      gauge('Level', 'tank', 'level', [0, 100, '%', 1], {
        color: COLOURS.blue,
        threshold: 30,
        steps: stretches(0, 0.25, [20, BAD], [35, WARN], [95, GOOD], [100, WARN]),
      }),
      gauge('Outflow', 'tank', 'outflow', [0, 40, 'm³/h', 1], { color: COLOURS.sky, delta: 15.5 }),
      gauge(
        'Water lasts for',
        'tank',
        { formula: 'tank.volume / tank.outflow', denominators: ['tank.outflow'] },
        [0, 24, 'h', 1],
        { prefix: '≈ ', color: COLOURS.green },
      ),
    ],
    infoCards: [
      card('Water quality', 'quality', [
        ['chlorine', 'Chlorine', 'mg/l', 2],
        ['turbidity', 'Turbidity', 'NTU', 2],
        ['temperature', 'Temperature', '°C', 1],
      ]),
    ],
    statistics: [
      {
        topic: 'Tank',
        specifications: {
          tank: [
            { field: 'volume', friendlyName: 'Volume', unit: 'm³', decimals: 1 },
            {
              friendlyName: 'Free',
              unit: 'm³',
              decimals: 1,
              calculate: { formula: '120 - tank.volume', denominators: [] },
            },
            { field: 'inlet_open', friendlyName: 'Inlet open' },
          ],
        },
      },
    ],
    tables: [
      table('Last readings', 'tank', [
        ['level', 'Level', '%', 1],
        ['volume', 'Volume', 'm³', 1],
        ['outflow', 'Outflow', 'm³/h', 1],
      ]),
    ],
  },
  timeSeries: {
    charts: [
      chart('Level', 'tank', { maxGapMinutes: 10 }, [['level', 'Level', '%', COLOURS.blue]]),
      chart('Outflow', 'tank', { maxGapMinutes: 10 }, [['outflow', 'Outflow', 'm³/h', COLOURS.sky]]),
      chart('Water quality', 'quality', { maxGapMinutes: 30 }, [
        ['chlorine', 'Chlorine', 'mg/l', COLOURS.green],
        ['turbidity', 'Turbidity', 'NTU', COLOURS.orange],
      ]),
    ],
  },
  events: [
    {
      title: 'Level low',
      type: 'event',
      columns: ['startUTC', 'endUTC', 'duration', 'tank.level.least', 'tank.outflow.mean', 'tag'],
    },
  ],
}
