import { t } from '../texts.ts'
import { addressOf, type DoorWay } from './door-way.ts'

export const osmand: DoorWay = {
  door: 'osmand',
  name: 'Traccar Client, OsmAnd',
  help: () => t('unit-setup.door.osmand.help'),
  guide: 'osmand',
  settings: ({ httpUrl }, { token }) => [
    { label: t('unit-setup.door.address'), text: addressOf(httpUrl, 'osmand') },
    { label: t('unit-setup.door.device-id'), text: token },
    { label: t('unit-setup.door.tracking'), text: trackingUrl(httpUrl, token) },
  ],
}

/** What the app puts into its address. */
const OSMAND_PARAMETERS = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}'

export const ownTracks: DoorWay = {
  door: 'owntracks',
  name: 'OwnTracks',
  help: () => t('unit-setup.door.owntracks.help'),
  guide: 'owntracks',
  settings: ({ httpUrl }, { dataId, token }) => [
    { label: t('unit-setup.door.address'), text: addressOf(httpUrl, 'owntracks') },
    { label: t('unit-setup.door.user'), text: dataId },
    { label: t('unit-setup.door.password'), text: token },
  ],
}

function trackingUrl(httpUrl: string, token: string): string {
  return `${addressOf(httpUrl, 'osmand')}?id=${token}&${OSMAND_PARAMETERS}`
}
