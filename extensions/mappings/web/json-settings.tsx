import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import {
  addressSetting,
  type DoorWay,
  headerSetting,
  mqttSetting,
  passwordSetting,
  userSetting,
} from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { ingestAny } from '../contract/any-door.ts'
import { t } from './texts.ts'

/** Devices with topics and JSON of their own, whose messages are mapped afterwards. */
const way: DoorWay = {
  door: 'json',
  name: 'Tasmota, Shelly, RutOS, MikroTik',
  help: () => t('mappings.door.help'),
  guide: '/docs/extensions/mappings.html',
  settings: ({ httpUrl, mqttUrl }, { dataId, token }) => [
    mqttSetting(mqttUrl),
    userSetting(dataId),
    passwordSetting(token),
    addressSetting(`${httpUrl}${ingestAny.path.replace('*', dataId)}`),
    headerSetting(`Bearer ${token}`),
  ],
}

/** What to enter in a device with JSON of its own. */
export function JsonSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={way} />
}
