import type { EntityId } from '@fieldwatch/contract/api/ids'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { parseComparison, comparisonOf } from '@fieldwatch/contract/calculations/conditions'
import type { EventTableEntry, FleetFile, UnitEntry } from '../files/fleet-file.ts'
import { toContent } from '../files/json.ts'
import { parseNamedPlace } from '../files/named-place.ts'
import type { FilePlace, FileProblem, ReadDocument } from '../files/read-yaml.ts'
import type { Fleet } from './fleet.ts'
import { eventTableKey, keyInEntity, type KindName, type WantedItem } from './items.ts'
import { withoutFound } from './kinds/event-tables.ts'

export interface WantedFleet {
  readonly items: readonly WantedItem[]
  readonly problems: readonly FileProblem[]
  /** The entities, or for event tables the units, whose items of a kind the files list completely. */
  readonly listed: ReadonlyMap<KindName, ReadonlySet<string>>
}

/** What the files say, thing by thing. */
export function describeWanted(fleet: Fleet, documents: readonly ReadDocument<FleetFile>[]): WantedFleet {
  const items: WantedItem[] = []
  const problems: FileProblem[] = []
  const listed = new Map<KindName, Set<string>>()
  const note = (kind: KindName, scope: string): void => {
    listed.set(kind, (listed.get(kind) ?? new Set()).add(scope))
  }

  for (const { content, placeOf } of documents) {
    const findEntity = (name: string | undefined, path: readonly PropertyKey[]): EntityId | undefined => {
      if (name === undefined) return fleet.own
      const found = fleet.findEntity(name)
      if (found === undefined) problems.push({ ...placeOf(path), message: noEntity(fleet, name) })
      return found
    }
    const entity = findEntity(content.entity, ['entity'])
    if (entity === undefined) continue
    const ofEntity = (section: 'labels' | 'places' | 'templates' | 'alerts', kind: KindName) => {
      if (content[section] !== undefined) note(kind, entity)
      return (content[section] ?? []).flatMap((entry, index) => {
        const path = [section, index]
        const own = entry.entity === undefined ? entity : findEntity(entry.entity, [...path, 'entity'])
        if (own !== undefined) note(kind, own)
        return own === undefined ? [] : [{ entry, entity: own, placeOf: within(placeOf, path) }]
      })
    }
    for (const { entry, ...common } of ofEntity('labels', 'label')) {
      const { entity: _entity, ...label } = entry as NonNullable<FleetFile['labels']>[number]
      const key = keyInEntity(common.entity, label.name.toLowerCase())
      items.push({ kind: 'label', key, name: label.name, content: toContent(label), ...common })
    }
    for (const { entry, ...common } of ofEntity('places', 'place')) {
      const { entity: _entity, name, ...place } = entry as NonNullable<FleetFile['places']>[number]
      items.push({ kind: 'place', key: keyInEntity(common.entity, name), name, content: toContent(place), ...common })
    }
    for (const { entry, ...common } of ofEntity('templates', 'template')) {
      const { entity: _entity, ...template } = entry as NonNullable<FleetFile['templates']>[number]
      const key = keyInEntity(common.entity, template.title.toLowerCase())
      items.push({ kind: 'template', key, name: template.title, content: toContent(template), ...common })
    }
    for (const { entry, ...common } of ofEntity('alerts', 'alert')) {
      const { entity: _entity, name, ...alert } = entry as NonNullable<FleetFile['alerts']>[number]
      const sorted = {
        ...alert,
        devices: [...new Set(alert.devices)].sort(),
        owners: alert.owners && inOrder(alert.owners),
        viewers: alert.viewers && inOrder(alert.viewers),
      }
      items.push({ kind: 'alert', key: keyInEntity(common.entity, name), name, content: toContent(sorted), ...common })
    }
    for (const [index, unit] of (content.units ?? []).entries()) {
      if (unit.eventTables !== undefined) note('event table', unit.dataID)
      items.push(...describeUnit(unit, { entity, placeOf: within(placeOf, ['units', index]) }))
    }
  }
  return { items, problems: [...problems, ...findTwice(items)], listed }
}

function noEntity({ entities }: Fleet, name: string): string {
  const isTwice = entities.filter((entity) => entity.name === name).length > 1
  return isTwice ? `Several entities are called ${name}: give the id.` : `There is no entity ${name} in reach.`
}

type PlaceOf = WantedItem['placeOf']

function within(placeOf: PlaceOf, path: readonly PropertyKey[]): PlaceOf {
  return (rest) => placeOf([...path, ...rest])
}

function describeUnit(
  { dataID, eventTables = [], labels, ...unit }: UnitEntry,
  common: Pick<WantedItem, 'placeOf'> & { readonly entity: EntityId },
): WantedItem[] {
  const content = toContent({ ...unit, labels: labels && [...new Set(labels)].sort() })
  const tables = eventTables.map((table, index) =>
    describeTable(dataID, table, within(common.placeOf, ['eventTables', index])),
  )
  return [{ kind: 'unit', key: dataID, name: dataID, content, ...common }, ...tables]
}

function describeTable(dataID: string, { title, values, ...table }: EventTableEntry, placeOf: PlaceOf): WantedItem {
  const isNamed = parseNamedPlace(table.comparison) !== undefined
  const { condition } = parseComparison(table.comparison)
  const comparison = isNamed || condition === undefined ? table.comparison.trim() : comparisonOf(condition)
  return {
    kind: 'event table',
    key: eventTableKey(dataID, nameOfEvent(title)),
    name: title,
    content: toContent({ ...table, comparison, values: values && withoutFound(values) }),
    placeOf,
  }
}

/** Addresses are compared in lower case. */
function inOrder(people: readonly string[]): string[] {
  return [...new Set(people.map((name) => (name.includes('@') ? name.toLowerCase() : name)))].sort()
}

function findTwice(items: readonly WantedItem[]): FileProblem[] {
  const seen = new Map<string, FilePlace>()
  return items.flatMap(({ kind, key, name, placeOf }) => {
    const place = placeOf([])
    const first = seen.get(`${kind} ${key}`)
    if (first === undefined) seen.set(`${kind} ${key}`, place)
    return first === undefined
      ? []
      : [{ ...place, message: `The ${kind} ${name} is already in ${first.file}:${first.line}.` }]
  })
}
