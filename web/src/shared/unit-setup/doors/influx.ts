import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { UnitCredentials } from '../connect-commands.ts'
import { t } from '../texts.ts'
import type { DoorWay } from './door-way.ts'

export const influx: DoorWay = {
  door: 'influx',
  name: 'InfluxDB, Telegraf, collectd',
  help: () => t('unit-setup.door.influx.help'),
  guide: 'influx',
  settings: (connection, unit) => [
    { label: t('unit-setup.door.address'), text: connection.httpUrl },
    { label: t('unit-setup.door.token'), text: unit.token },
    { label: t('unit-setup.door.command'), text: writeCommand(connection, unit) },
  ],
}

function writeCommand({ httpUrl }: ConnectionSettings, { token }: UnitCredentials): string {
  return `curl ${httpUrl}/api/v2/write -H 'authorization: Token ${token}' -d 'tank level=71.4'`
}
