import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import { isHiddenFromAlerts } from '@fieldwatch/contract/alerts/alerts'
import { readsAsNumber, type SharedSource } from '@fieldwatch/contract/telemetry/data'
import { t } from '../texts.ts'

interface Choice {
  value: string
  label: string
}

interface ChoiceGroup {
  group: string
  items: Choice[]
}

/** What a picker offers, as native selects have it. */
type Choices = (Choice | ChoiceGroup)[]

interface Wanted {
  /** How many devices are chosen. */
  readonly devices: number
  /** It stays among the choices even when no device has it. */
  readonly chosen: string
}

/** The sources that alerts on a value can watch: those with a number, without the excluded ones. */
export function valueSources(options: readonly SharedSource[], wanted: Wanted): Choices {
  return choicesOf(
    named(options).filter(({ fields }) => fields.some(isNumeric)),
    wanted,
  )
}

/** The sources that alerts on silence can watch. */
export function silenceSources(options: readonly SharedSource[], wanted: Wanted): Choices {
  return choicesOf(named(options), wanted)
}

/** The fields of a source that alerts can watch: numbers, and yes or no as 1 or 0. */
export function valueFields(options: readonly SharedSource[], source: string, wanted: Wanted): Choices {
  return choicesOf(fieldsOf(options, source).filter(isNumeric), wanted)
}

/** The only field of a source that can be watched; undefined when there are several or none. */
export function onlyField(options: readonly SharedSource[], source: string): string | undefined {
  const fields = fieldsOf(options, source).filter(isNumeric)
  return fields.length === 1 ? fields[0]?.name : undefined
}

/** Whether a field holds yes or no. */
export function isYesOrNo(options: readonly SharedSource[], source: string, field: string): boolean {
  return fieldsOf(options, source).some(({ name, type }) => name === field && type === 'bool')
}

/** How many of the devices have a field of a source. */
export function unitsWith(options: readonly SharedSource[], source: string, field: string): number {
  return fieldsOf(options, source).find(({ name }) => name === field)?.units ?? 0
}

type Field = SharedSource['fields'][number]

function fieldsOf(options: readonly SharedSource[], source: string): readonly Field[] {
  return options.find((option) => option.source === source)?.fields ?? []
}

function isNumeric({ type }: Field): boolean {
  return readsAsNumber(type)
}

function named(options: readonly SharedSource[]): (SharedSource & { name: string })[] {
  return options
    .filter(({ source }) => !isHiddenFromAlerts(source))
    .map((option) => ({ ...option, name: option.source }))
}

/** What all devices have comes before what only some have. */
export function choicesOf(
  found: readonly { name: string; title?: string; units: number }[],
  { devices, chosen }: Wanted,
): Choices {
  const byName = found.toSorted((one, other) => compareNaturally(one.name, other.name))
  const all = byName
    .filter(({ units }) => units >= devices)
    .map(({ name, title = name }) => ({ value: name, label: title }))
  const some = byName
    .filter(({ units }) => units < devices)
    .map(({ name, title = name, units }) => ({
      value: name,
      label: t('alerts.choices.some-of', { title, units, devices }),
    }))
  const isMissing = chosen !== '' && !found.some(({ name }) => name === chosen)
  return [
    ...(some.length === 0 ? all : groupOf(t('alerts.choices.all'), all)),
    ...groupOf(t('alerts.choices.some'), some),
    ...(isMissing ? [{ value: chosen, label: t('alerts.choices.missing', { chosen }) }] : []),
  ]
}

function groupOf(group: string, items: Choice[]): Choices {
  return items.length === 0 ? [] : [{ group, items }]
}
