import type { DataId } from '@fieldwatch/contract/api/ids'
import { fieldNameOf } from '../contract/apply-mapping.ts'
import { parseJsonPath } from '../contract/json-path.ts'
import { Mapping, MappingDraft, type MappedTime, type MappedUnit } from '../contract/mappings.ts'
import { readTopicPattern } from '../contract/topic-pattern.ts'
import { formErrors } from '@fieldwatch/web/ui/components/form-errors.ts'

interface ValueEntry {
  path: string
  source: string
  field: string
  scale: number | ''
  offset: number | ''
  unit: string
}

export interface MappingValues {
  name: string
  topic: string
  entries: ValueEntry[]
  others: string
  unitFrom: MappedUnit['from']
  unitPart: string
  unitPath: string
  unitId: string
  /** One a line: `name = dataID`. */
  aliases: string
  timeFormat: MappedTime['format']
  timePath: string
  zone: string
}

/** A mapping to begin with, for messages of a topic. */
export function newMapping(topic: string): Mapping {
  const [part] = readTopicPattern(topic) ?? []
  return {
    topic,
    unit: part === undefined ? { from: 'sender' } : { from: 'topic', part },
    time: { format: 'arrival' },
    values: [],
  }
}

/** The time zone of the browser. */
export function readOwnZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function valuesOf(name: string, mapping: Mapping, ownZone: string): MappingValues {
  const { topic, unit, aliases = {}, time, values, others = '' } = mapping
  return {
    name,
    topic,
    entries: values.map(({ path, source, field, scale, offset, unit: measure = '' }) => ({
      path,
      source,
      field,
      scale: scale ?? '',
      offset: offset ?? '',
      unit: measure,
    })),
    others,
    unitFrom: unit.from,
    unitPart: unit.from === 'topic' ? unit.part : '',
    unitPath: unit.from === 'path' ? unit.path : '',
    unitId: unit.from === 'fixed' ? unit.dataID : '',
    aliases: Object.entries(aliases)
      .map(([alias, dataID]) => `${alias} = ${dataID}`)
      .join('\n'),
    timeFormat: time.format,
    timePath: time.format === 'arrival' ? '' : time.path,
    zone: time.format === 'local' ? time.zone : ownZone,
  }
}

/** The mapping of a form, checked or not. */
function mappingOf(values: MappingValues): unknown {
  return {
    topic: values.topic,
    unit: unitOf(values),
    ...(values.aliases.trim() === '' ? {} : { aliases: aliasesOf(values.aliases) }),
    time: timeOf(values),
    values: values.entries.map(({ path, source, field, scale, offset, unit }) => ({
      path,
      source,
      field,
      ...(scale === '' ? {} : { scale }),
      ...(offset === '' ? {} : { offset }),
      ...(unit.trim() === '' ? {} : { unit }),
    })),
    ...(values.others.trim() === '' ? {} : { others: values.others.trim() }),
  }
}

function unitOf({ unitFrom, unitPart, unitPath, unitId }: MappingValues): MappedUnit {
  if (unitFrom === 'topic') return { from: 'topic', part: unitPart }
  if (unitFrom === 'path') return { from: 'path', path: unitPath }
  return unitFrom === 'fixed' ? { from: 'fixed', dataID: unitId as DataId } : { from: 'sender' }
}

function timeOf({ timeFormat, timePath: path, zone }: MappingValues): MappedTime {
  if (timeFormat === 'arrival') return { format: 'arrival' }
  return timeFormat === 'local' ? { format: 'local', path, zone } : { format: timeFormat, path }
}

function aliasesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf('=')
      return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

/** Undefined while the form is incomplete. */
export function readMapping(values: MappingValues): Mapping | undefined {
  return Mapping.safeParse(mappingOf(values)).data
}

/** The form's field of each place in a mapping. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^mapping\.unit\.part$/, 'unitPart'],
  [/^mapping\.unit\.path$/, 'unitPath'],
  [/^mapping\.unit\.dataID$/, 'unitId'],
  [/^mapping\.time\.path$/, 'timePath'],
  [/^mapping\.time\.zone$/, 'zone'],
  [/^mapping\.values$/, 'others'],
  [/^mapping\.values\./, 'entries.'],
  [/^mapping\.aliases.*$/, 'aliases'],
  [/^mapping\./, ''],
]

export function problemsOf(values: MappingValues): Record<string, string> {
  const problems = formErrors(MappingDraft.safeParse({ name: values.name, mapping: mappingOf(values) }))
  return Object.fromEntries(Object.entries(problems).map(([place, problem]) => [fieldOf(place), problem]))
}

function fieldOf(place: string): string {
  const [pattern, field] = FIELDS.find(([one]) => one.test(place)) ?? [/^$/, '']
  return place.replace(pattern, field)
}

/** A new entry for a value of the message. */
export function entryOf(path: string): ValueEntry {
  const field = fieldNameOf(parseJsonPath(path) ?? []).slice(0, 64)
  return { path, source: 'data', field, scale: '', offset: '', unit: '' }
}
