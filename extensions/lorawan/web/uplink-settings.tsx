import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import {
  addressOf,
  addressSetting,
  headerSetting,
  type DoorWay,
} from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'

const thingsStack = uplinks('things-stack', 'The Things Stack')
const chirpStack = uplinks('chirpstack', 'ChirpStack')

function uplinks(door: 'things-stack' | 'chirpstack', name: string): DoorWay {
  return {
    door,
    name,
    help: () => t('lorawan.door.help'),
    guide: '/docs/extensions/lorawan.html',
    settings: ({ httpUrl }, { token }) => [addressSetting(addressOf(httpUrl, door)), headerSetting(`Bearer ${token}`)],
  }
}

/** What to enter in The Things Stack. */
export function ThingsStackSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={thingsStack} />
}

/** What to enter in ChirpStack. */
export function ChirpStackSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={chirpStack} />
}
