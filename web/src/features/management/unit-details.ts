import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { doorName } from '#shared/units/door-name.ts'
import { placeText } from '#shared/units/place-text.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

export interface Detail {
  readonly name: string
  /** Undefined where there is nothing to tell. */
  readonly text: string | undefined
}

interface Readers {
  readonly entityData: SessionUser['entityData']
  readonly timeFormat: TimeFormat
}

/** Every field of a unit that the Management screen does not show elsewhere. */
export function detailsOf(unit: DataDocument, { entityData, timeFormat }: Readers): Detail[] {
  const { lastActivityUTC, currentLat, currentLon, entities, sharedWith = [], apps } = unit
  return [
    { name: 'dataID', text: unit.dataID },
    {
      name: t('management.unit.active'),
      text: unit.active ? t('management.unit.active.yes') : t('management.unit.active.no'),
    },
    {
      name: t('management.unit.session'),
      text: unit.connected ? t('management.unit.session.connected') : t('management.unit.session.none'),
    },
    {
      name: t('management.unit.last-activity'),
      text: lastActivityUTC === null ? undefined : formatMoment(Date.parse(lastActivityUTC), timeFormat),
    },
    { name: t('management.unit.last-message'), text: unit.lastMessage ?? undefined },
    { name: t('management.unit.last-door'), text: unit.lastDoor && doorName(unit.lastDoor) },
    { name: t('management.unit.latitude'), text: currentLat?.toFixed(5) },
    { name: t('management.unit.longitude'), text: currentLon?.toFixed(5) },
    { name: t('management.unit.nearest-place'), text: unit.nearestPlace ? placeText(unit.nearestPlace) : undefined },
    {
      name: t('management.unit.entities'),
      text: listText([...entities.map((id) => entityData[id]?.name ?? id), ...sharedWith]),
    },
    { name: t('management.unit.template.default'), text: unit.defaultTemplate ?? undefined },
    { name: t('management.unit.template.custom'), text: unit.customTemplate ?? undefined },
    { name: t('management.unit.size'), text: unit.size || undefined },
    { name: t('management.unit.service'), text: unit.service || undefined },
    { name: t('management.unit.devEUI'), text: unit.devEUI },
    { name: t('management.unit.imei'), text: unit.imei },
    {
      name: t('management.unit.accuracy'),
      text: unit.positionAccuracy === undefined ? undefined : String(unit.positionAccuracy),
    },
    { name: t('management.unit.apps'), text: listText(apps) },
  ]
}

function listText(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(', ')
}
