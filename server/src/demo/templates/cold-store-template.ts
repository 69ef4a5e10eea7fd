import { BAD, COLOURS, type DemoTemplate, GOOD, WARN } from './demo-template.ts'

export const coldStoreTemplate: DemoTemplate = {
  title: 'Cold store',
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
      {
        topic: 'Room',
        specifications: {
          cold_store: [
            { field: 'door_open', friendlyName: 'Door open' },
            { field: 'defrost', friendlyName: 'Defrosting' },
            { field: 'humidity', friendlyName: 'Humidity', unit: '%', decimals: 0 },
          ],
        },
      },
    ],
    statistics: [
      {
        topic: 'Refrigeration',
        specifications: {
          plant: [
            { field: 'suction_pressure', friendlyName: 'Suction', unit: 'bar', decimals: 2 },
            { field: 'discharge_pressure', friendlyName: 'Discharge', unit: 'bar', decimals: 2 },
            { field: 'condenser_temperature', friendlyName: 'Condenser', unit: '°C', decimals: 1 },
          ],
        },
      },
    ],
    tables: [
      {
        title: 'Last readings',
        type: 'generic',
        specifications: {
          cold_store: [
            { field: 'air_temperature', friendlyName: 'Air', unit: '°C', decimals: 2 },
            { field: 'product_temperature', friendlyName: 'Goods', unit: '°C', decimals: 2 },
            { field: 'door_open', friendlyName: 'Door open' },
          ],
        },
      },
    ],
  },
  timeSeries: {
    charts: [
      {
        title: 'Temperatures',
        type: 'timeseries',
        specifications: {
          cold_store: [
            { field: 'air_temperature', friendlyName: 'Air', unit: '°C', color: COLOURS.sky, maxGapMinutes: 10 },
            { field: 'product_temperature', friendlyName: 'Goods', unit: '°C', color: COLOURS.blue, maxGapMinutes: 10 },
          ],
        },
      },
      {
        title: 'Compressor',
        type: 'timeseries',
        specifications: {
          cold_store: [
            { field: 'compressor_power', friendlyName: 'Power', unit: 'kW', color: COLOURS.orange, maxGapMinutes: 10 },
          ],
        },
      },
      {
        title: 'Refrigerant pressures',
        type: 'timeseries',
        specifications: {
          plant: [
            {
              field: 'suction_pressure',
              friendlyName: 'Suction',
              unit: 'bar',
              color: COLOURS.green,
              maxGapMinutes: 30,
            },
            {
              field: 'discharge_pressure',
              friendlyName: 'Discharge',
              unit: 'bar',
              color: COLOURS.red,
              maxGapMinutes: 30,
            },
          ],
        },
      },
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
