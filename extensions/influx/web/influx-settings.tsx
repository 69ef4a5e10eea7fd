import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import {
  addressSetting,
  commandSetting,
  type DoorWay,
  tokenSetting,
} from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'

const way: DoorWay = {
  door: 'influx',
  name: 'InfluxDB, Telegraf',
  help: () => t('influx.help'),
  guide: '/docs/extensions/influx.html',
  settings: ({ httpUrl }, { token }) => [
    addressSetting(httpUrl),
    tokenSetting(token),
    commandSetting(`curl ${httpUrl}/api/v2/write -H 'authorization: Token ${token}' -d 'tank level=71.4'`),
  ],
}

/** What to enter in a client of InfluxDB. */
export function InfluxSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={way} />
}
