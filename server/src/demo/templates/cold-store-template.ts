import { BAD, card, chart, COLOURS, type DemoTemplate, gauge, GOOD, stretches, table, WARN } from './demo-template.ts'

export const coldStoreTemplate: DemoTemplate = {
  title: 'Cold store',
  icon: 'coldStore',
  overview: {
    gauges: [
      gauge('Air', 'cold_store', 'air_temperature', [-5, 15, '°C', 1], {
        color: COLOURS.sky,
        delta: 3.5,
        threshold: 8,
        steps: stretches(-5, 0.25, [2, WARN], [8, GOOD], [15, BAD]),
      }),
      gauge('Goods', 'cold_store', 'product_temperature', [-5, 15, '°C', 1], { color: COLOURS.blue }),
      gauge('Compressor', 'cold_store', 'compressor_power', [0, 2, 'kW', 2], { color: COLOURS.orange }),
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
