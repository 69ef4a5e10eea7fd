import { BAD, card, chart, COLOURS, type DemoTemplate, GOOD, table, WARN } from './demo-template.ts'

export const coldStoreTemplate: DemoTemplate = {
  title: 'Cold store',
  icon: 'coldStore',
  overview: {
    gauges: [
      {
        title: 'Air',
        source: 'cold_store',
        field: 'air_temperature',
        range: [-5, 15],
        unit: '°C',
        valuePrecision: 1,
        color: COLOURS.sky,
        delta: 3.5,
        threshold: 8,
        steps: [
          { range: [-5, 2], color: WARN, thickness: 0.25 },
          { range: [2, 8], color: GOOD, thickness: 0.25 },
          { range: [8, 15], color: BAD, thickness: 0.25 },
        ],
      },
      {
        title: 'Goods',
        source: 'cold_store',
        field: 'product_temperature',
        range: [-5, 15],
        unit: '°C',
        valuePrecision: 1,
        color: COLOURS.blue,
      },
      {
        title: 'Compressor',
        source: 'cold_store',
        field: 'compressor_power',
        range: [0, 2],
        unit: 'kW',
        valuePrecision: 2,
        color: COLOURS.orange,
      },
    ],
    infoCards: [
      card('Room', 'cold_store', [
        ['door_open', 'Door open'],
        ['defrost', 'Defrosting'],
        ['humidity', 'Humidity', '%', 0],
      ]),
    ],
    statistics: [
      card('Refrigeration', 'plant', [
        ['suction_pressure', 'Suction', 'bar', 2],
        ['discharge_pressure', 'Discharge', 'bar', 2],
        ['condenser_temperature', 'Condenser', '°C', 1],
      ]),
    ],
    tables: [
      table('Last readings', 'cold_store', [
        ['air_temperature', 'Air', '°C', 2],
        ['product_temperature', 'Goods', '°C', 2],
        ['door_open', 'Door open'],
      ]),
    ],
  },
  timeSeries: {
    charts: [
      chart('Temperatures', 'cold_store', { maxGapMinutes: 10 }, [
        ['air_temperature', 'Air', '°C', COLOURS.sky],
        ['product_temperature', 'Goods', '°C', COLOURS.blue],
      ]),
      chart('Compressor', 'cold_store', { maxGapMinutes: 10 }, [['compressor_power', 'Power', 'kW', COLOURS.orange]]),
      chart('Refrigerant pressures', 'plant', { maxGapMinutes: 30 }, [
        ['suction_pressure', 'Suction', 'bar', COLOURS.green],
        ['discharge_pressure', 'Discharge', 'bar', COLOURS.red],
      ]),
    ],
  },
  events: [
    {
      title: 'Too warm',
      type: 'event',
      columns: [
        'startUTC',
        'endUTC',
        'duration',
        'cold_store.air_temperature.greatest',
        'cold_store.product_temperature.greatest',
        'tag',
      ],
    },
  ],
  reports: {
    temperature_log: {
      name: 'temperature_log',
      columns: ['Start', 'End', 'Lasted', 'Highest °C', 'Goods °C', 'Reason'],
      values: [
        'startUTC',
        'endUTC',
        'duration',
        'cold_store.air_temperature.greatest',
        'cold_store.product_temperature.greatest',
        'tag',
      ],
      formats: ['DD/MM/YYYY HH:MM:SS', 'DD/MM/YYYY HH:MM:SS', 'HH:MM:SS', '2 Decimal', '2 Decimal', 'string'],
      includeCoordinates: false,
      times: 'local',
    },
  },
}
