import { ingestAny } from '@fieldwatch/contract/mappings/any-door'
import { t } from '../texts.ts'
import type { DoorWay } from './door-way.ts'

/** Devices with topics and JSON of their own, whose messages are mapped afterwards. */
export const json: DoorWay = {
  door: 'json',
  name: 'Tasmota, Shelly, RutOS, MikroTik',
  help: () => t('unit-setup.door.json.help'),
  guide: 'generic-json-capture-map-replay',
  settings: ({ httpUrl, mqttUrl }, { dataId, token }) => [
    { label: t('unit-setup.door.mqtt'), text: mqttUrl },
    { label: t('unit-setup.door.user'), text: dataId },
    { label: t('unit-setup.door.password'), text: token },
    { label: t('unit-setup.door.address'), text: addressOf(httpUrl, dataId) },
    { label: t('unit-setup.door.header'), text: bearerOf(token) },
  ],
}

function addressOf(httpUrl: string, dataId: string): string {
  return `${httpUrl}${ingestAny.path.replace('*', dataId)}`
}

function bearerOf(token: string): string {
  return `Bearer ${token}`
}
