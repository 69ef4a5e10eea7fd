import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { UnitCredentials } from '../connect-commands.ts'
import { t } from '../texts.ts'
import type { DoorWay } from './door-way.ts'

export const thingsBoard: DoorWay = {
  door: 'thingsboard',
  name: 'ThingsBoard',
  help: () => t('unit-setup.door.thingsboard.help'),
  guide: 'thingsboard',
  settings: (connection, unit) => [
    { label: t('unit-setup.door.mqtt'), text: connection.mqttUrl },
    { label: t('unit-setup.door.address'), text: connection.httpUrl },
    { label: t('unit-setup.door.access-token'), text: unit.token },
    { label: t('unit-setup.door.command'), text: sendCommand(connection, unit) },
  ],
}

function sendCommand({ httpUrl }: ConnectionSettings, { token }: UnitCredentials): string {
  return `curl ${httpUrl}/api/v1/${token}/telemetry -H 'content-type: application/json' -d '{"level":71.4}'`
}
