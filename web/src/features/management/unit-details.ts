import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { placeText } from '#shared/units/place-text.ts'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

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
    { name: 'Active', text: unit.active ? 'Yes' : 'No' },
    { name: 'MQTT session', text: unit.connected ? 'Connected' : 'Not connected' },
    {
      name: 'Last activity',
      text: lastActivityUTC === null ? undefined : formatMoment(Date.parse(lastActivityUTC), timeFormat),
    },
    { name: 'Last message', text: unit.lastMessage ?? undefined },
    { name: 'Latitude', text: currentLat?.toFixed(5) },
    { name: 'Longitude', text: currentLon?.toFixed(5) },
    { name: 'Nearest place', text: unit.nearestPlace ? placeText(unit.nearestPlace) : undefined },
    { name: 'Entities', text: listText([...entities.map((id) => entityData[id]?.name ?? id), ...sharedWith]) },
    { name: 'Default template', text: unit.defaultTemplate ?? undefined },
    { name: 'Custom template', text: unit.customTemplate ?? undefined },
    { name: 'Size', text: unit.size || undefined },
    { name: 'Service', text: unit.service || undefined },
    { name: 'Apps', text: listText(apps) },
  ]
}

function listText(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join(', ')
}
