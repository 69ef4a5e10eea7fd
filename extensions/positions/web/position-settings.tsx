import type { DoorSettingsProps } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { DoorSettings } from '@fieldwatch/web/shared/unit-setup/door-settings.tsx'
import {
  addressOf,
  addressSetting,
  type DoorWay,
  passwordSetting,
  userSetting,
} from '@fieldwatch/web/shared/unit-setup/doors/door-way.ts'
import { t } from './texts.ts'

const GUIDE = '/docs/extensions/positions.html'

/** What OsmAnd puts into its address. */
const PARAMETERS = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}'

const osmand: DoorWay = {
  door: 'osmand',
  name: 'Traccar Client, OsmAnd',
  help: () => t('positions.osmand.help'),
  guide: `${GUIDE}#osmand`,
  settings: ({ httpUrl }, { token }) => [
    addressSetting(addressOf(httpUrl, 'osmand')),
    { label: t('positions.device-id'), text: token },
    { label: t('positions.tracking'), text: trackingUrl(httpUrl, token) },
  ],
}

function trackingUrl(httpUrl: string, token: string): string {
  return `${addressOf(httpUrl, 'osmand')}?id=${token}&${PARAMETERS}`
}

const ownTracks: DoorWay = {
  door: 'owntracks',
  name: 'OwnTracks',
  help: () => t('positions.owntracks.help'),
  guide: `${GUIDE}#owntracks`,
  settings: ({ httpUrl }, { dataId, token }) => [
    addressSetting(addressOf(httpUrl, 'owntracks')),
    userSetting(dataId),
    passwordSetting(token),
  ],
}

/** What to enter in OsmAnd, Traccar Client or a tracker. */
export function OsmAndSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={osmand} />
}

/** What to enter in OwnTracks. */
export function OwnTracksSettings(props: DoorSettingsProps) {
  return <DoorSettings {...props} way={ownTracks} />
}
