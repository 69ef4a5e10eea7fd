import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import {
  type FieldType,
  type FieldTypes,
  isHiddenSource,
  isNumberType,
  readsAsNumber,
} from '@fieldwatch/contract/telemetry/data'
import { t } from './texts.ts'

/** Field types of every source of a unit, by source. */
export type UnitSources = Readonly<Record<string, FieldTypes>>

export interface Choice {
  readonly value: string
  readonly label: string
}

const LOCATION = 'location'

interface Wanted {
  /**
   * Only fields that can be read as numbers, and sources that have some. `strictly`: none of yes or no, which charts draw but the
   * specification's forms of event tables and calculated sources offer only to those who ask.
   */
  readonly numeric: boolean | 'strictly'
  /** The chosen source stays in the list even when the unit does not have it (yet) or pickers hide it. */
  readonly chosen: string
}

/** The sources that a picker offers: none of the excluded ones. */
export function sourceChoices(sources: UnitSources, { numeric, chosen }: Wanted): Choice[] {
  const names = Object.keys(sources)
    .filter((name) => !isHiddenSource(name))
    .filter((name) => fieldNames(sources[name], numeric).length > 0)
  return withChosen(names, chosen, { known: Object.hasOwn(sources, chosen) })
}

/** The sources that may tell a position. The excluded `location` is among them: it is there for maps. */
export function positionChoices(sources: UnitSources, chosen: string): Choice[] {
  const choices = sourceChoices(sources, { numeric: true, chosen })
  const hasLocation = Object.hasOwn(sources, LOCATION) && chosen !== LOCATION
  return hasLocation ? [plain(LOCATION), ...choices] : choices
}

/** The fields of a source that a picker offers. */
export function fieldChoices(sources: UnitSources, source: string, { numeric, chosen }: Wanted): Choice[] {
  const names = fieldNames(sources[source], numeric)
  return withChosen(names, chosen, { known: names.includes(chosen) })
}

/** The `source.field` names of everything that an equation can use. */
export function numericVariables(sources: UnitSources): string[] {
  return sourceChoices(sources, { numeric: true, chosen: '' }).flatMap(({ value: source }) =>
    fieldNames(sources[source], true).map((field) => `${source}.${field}`),
  )
}

/** Whether a source that pickers offer has a field of yes or no. */
export function hasYesNo(sources: UnitSources): boolean {
  return Object.entries(sources).some(
    ([source, fields]) => !isHiddenSource(source) && Object.values(fields).includes('bool'),
  )
}

function fieldNames(fields: FieldTypes | undefined, numeric: Wanted['numeric']): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, type]) => (isWanted(type, numeric) ? [name] : []))
}

function isWanted(type: FieldType, numeric: Wanted['numeric']): boolean {
  if (numeric === 'strictly') return isNumberType(type)
  return !numeric || readsAsNumber(type)
}

function withChosen(names: readonly string[], chosen: string, { known }: { known: boolean }): Choice[] {
  const choices = names.toSorted(compareNaturally).map(plain)
  if (chosen === '' || names.includes(chosen)) return choices
  return [...choices, { value: chosen, label: known ? chosen : t('units.source.not-sent', { chosen }) }]
}

function plain(name: string): Choice {
  return { value: name, label: name }
}
