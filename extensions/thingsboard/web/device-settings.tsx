import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import {
  addressSetting,
  commandSetting,
  type DoorWay,
  mqttSetting,
} from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'

const way: DoorWay = {
  door: 'thingsboard',
  name: 'ThingsBoard',
  help: () => t('thingsboard.help'),
  guide: '/docs/extensions/thingsboard.html',
  settings: ({ httpUrl, mqttUrl }, { token }) => [
    mqttSetting(mqttUrl),
    addressSetting(httpUrl),
    { label: t('thingsboard.access-token'), text: token },
    commandSetting(`curl ${httpUrl}/api/v1/${token}/telemetry -H 'content-type: application/json' -d '{"level":71.4}'`),
  ],
}

/** What to enter in a device, or a gateway, with a preset for ThingsBoard. */
export function DeviceSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={way} />
}
