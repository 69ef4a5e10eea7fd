import { t } from '../texts.ts'
import type { DoorWay } from './door-way.ts'

export const thingsBoard: DoorWay = {
  door: 'thingsboard',
  name: 'ThingsBoard',
  help: () => t('unit-setup.door.thingsboard.help'),
  guide: 'thingsboard',
  settings: ({ mqttUrl, httpUrl }, { token }) => [
    { label: t('unit-setup.door.mqtt'), text: mqttUrl },
    { label: t('unit-setup.door.address'), text: httpUrl },
    { label: t('unit-setup.door.access-token'), text: token },
    {
      label: t('unit-setup.door.command'),
      text: `curl ${httpUrl}/api/v1/${token}/telemetry -H 'content-type: application/json' -d '{"level":71.4}'`,
    },
  ],
}
