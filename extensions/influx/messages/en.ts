export const texts = {
  'influx.help':
    'Anything that writes to InfluxDB 1 or 2 can send here: enter this address and token. Organization, bucket and database can have any name.',
} as const
