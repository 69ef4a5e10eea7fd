import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const waterTankTemplate: DemoTemplate = {
  title: 'Water tank',
  overview: {
    gauges: [
      {
        title: 'Level',
        source: 'tank',
        field: 'level',
        range: [0, 100],
        unit: '%',
        valuePrecision: 1,
        color: COLOURS.blue,
        threshold: 30,
        steps: [
          { range: [0, 20], color: BAD, thickness: 0.25 },
          { range: [20, 35], color: WARN, thickness: 0.25 },
          { range: [35, 95], color: GOOD, thickness: 0.25 },
          { range: [95, 100], color: WARN, thickness: 0.25 },
        ],
      },
      {
        title: 'Outflow',
        source: 'tank',
        field: 'outflow',
        range: [0, 40],
        unit: 'm³/h',
        valuePrecision: 1,
        color: COLOURS.sky,
        delta: 15.5,
      },
      {
        title: 'Water lasts for',
        prefix: '≈ ',
        source: 'tank',
        calculate: { formula: 'tank.volume / tank.outflow', denominators: ['tank.outflow'] },
        range: [0, 24],
        unit: 'h',
        valuePrecision: 1,
        color: COLOURS.green,
      },
    ],
    infoCards: [
      {
        topic: 'Water quality',
        specifications: {
          quality: [
            { field: 'chlorine', friendlyName: 'Chlorine', unit: 'mg/l', decimals: 2 },
            { field: 'turbidity', friendlyName: 'Turbidity', unit: 'NTU', decimals: 2 },
            { field: 'temperature', friendlyName: 'Temperature', unit: '°C', decimals: 1 },
          ],
        },
      },
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
      {
        title: 'Last readings',
        type: 'generic',
        specifications: {
          tank: [
            { field: 'level', friendlyName: 'Level', unit: '%', decimals: 1 },
            { field: 'volume', friendlyName: 'Volume', unit: 'm³', decimals: 1 },
            { field: 'outflow', friendlyName: 'Outflow', unit: 'm³/h', decimals: 1 },
          ],
        },
      },
    ],
  },
  timeSeries: {
    charts: [
      {
        title: 'Level',
        type: 'timeseries',
        specifications: {
          tank: [{ field: 'level', friendlyName: 'Level', unit: '%', color: COLOURS.blue, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Outflow',
        type: 'timeseries',
        specifications: {
          tank: [{ field: 'outflow', friendlyName: 'Outflow', unit: 'm³/h', color: COLOURS.sky, maxGapMinutes: 10 }],
        },
      },
      {
        title: 'Water quality',
        type: 'timeseries',
        specifications: {
          quality: [
            { field: 'chlorine', friendlyName: 'Chlorine', unit: 'mg/l', color: COLOURS.green, maxGapMinutes: 30 },
            { field: 'turbidity', friendlyName: 'Turbidity', unit: 'NTU', color: COLOURS.orange, maxGapMinutes: 30 },
          ],
        },
      },
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
