import type { TemplateDefinition } from './templates.ts'
import { WIDGET_KIND_NAMES, WIDGET_KINDS, type WidgetKindName, widgetsOfKind } from '../widgets/widget-kinds.ts'

/** What a template has several of, with titles. */
type ListedKind = WidgetKindName | 'eventTables' | 'reports'

/** A value of a setting; longer ones are cut. Null where it is not set. */
export type ShownSetting = string | number | boolean | null

/** A value that a widget shows. */
export interface NamedValue {
  readonly name: ShownSetting
  readonly source: ShownSetting
}

/** What is different about one thing. */
export type DifferenceDetail =
  | { readonly type: 'setting'; readonly name: string; readonly before: ShownSetting; readonly after: ShownSetting }
  | { readonly type: 'value-added' | 'value-removed'; readonly value: NamedValue }
  | { readonly type: 'value-changed'; readonly value: NamedValue; readonly details: readonly DifferenceDetail[] }
  | { readonly type: 'values-moved' }
  | { readonly type: 'more'; readonly count: number }

/** One thing that is different between two templates. */
export type TemplateDifference =
  | { readonly change: 'added' | 'removed'; readonly kind: ListedKind; readonly title: string }
  | {
      readonly change: 'changed'
      readonly kind: ListedKind
      readonly title: string
      readonly details: readonly DifferenceDetail[]
    }
  | { readonly change: 'moved'; readonly kind: ListedKind }
  | { readonly change: 'changed'; readonly kind: 'template'; readonly details: readonly DifferenceDetail[] }
  | { readonly change: 'added' | 'removed'; readonly kind: 'tab'; readonly tab: 'timeSeries' | 'events' }

type Part = Readonly<Record<string, unknown>>

interface List {
  readonly kind: ListedKind
  readonly read: (template: TemplateDefinition) => readonly Part[]
  readonly titleOf: (part: Part) => string
}

const LISTS: readonly List[] = [
  ...WIDGET_KIND_NAMES.map((kind): List => {
    const { titleOf } = WIDGET_KINDS[kind]
    return { kind, read: (template) => widgetsOfKind(template, kind), titleOf }
  }),
  { kind: 'eventTables', read: ({ events }) => events ?? [], titleOf: ({ title }) => String(title) },
  { kind: 'reports', read: ({ reports }) => Object.values(reports ?? {}), titleOf: ({ name }) => String(name) },
]

/** What is shown about one widget. */
const MOST_DETAILS = 12
const LONGEST = 80

/** What is in one template and not in another: widgets by kind and title, their settings and values by name. */
export function differencesOfTemplates(before: TemplateDefinition, after: TemplateDefinition): TemplateDifference[] {
  return [
    ...differencesOfPlaces(before, after),
    ...LISTS.flatMap((list) => differencesOfList(list, list.read(before), list.read(after))),
  ]
}

/** The name, the columns of all event tables, and the tabs that a template has. */
function differencesOfPlaces(before: TemplateDefinition, after: TemplateDefinition): TemplateDifference[] {
  const settings = (template: TemplateDefinition): Part => ({
    name: template.title,
    icon: template.icon,
    columns: template.columns,
    pageTechTools: template.timeSeries?.pageTechTools,
  })
  const details = detailsOf(settings(before), settings(after))
  const tabs = (['timeSeries', 'events'] as const).filter(
    (tab) => (before[tab] === undefined) !== (after[tab] === undefined),
  )
  return [
    ...(details.length === 0 ? [] : [{ change: 'changed', kind: 'template', details } as const]),
    ...tabs.map((tab) => ({ change: after[tab] === undefined ? 'removed' : 'added', kind: 'tab', tab }) as const),
  ]
}

function differencesOfList(list: List, before: readonly Part[], after: readonly Part[]): TemplateDifference[] {
  const { kind, titleOf } = list
  const [old, fresh] = [keyed(before, titleOf), keyed(after, titleOf)]
  const gone = new Map([...old].filter(([key]) => !fresh.has(key)))
  const found: TemplateDifference[] = []
  for (const [key, part] of fresh) {
    const was = old.get(key) ?? takeRenamed(gone, part, titleOf)
    const title = shorten(titleOf(was ?? part))
    if (was === undefined) found.push({ change: 'added', kind, title })
    else {
      const details = detailsOf(was, part)
      if (details.length > 0) found.push({ change: 'changed', kind, title, details })
    }
  }
  const removed = [...gone.values()].map((part): TemplateDifference => {
    return { change: 'removed', kind, title: shorten(titleOf(part)) }
  })
  return [...removed, ...found, ...(isMoved(old, fresh) ? [{ change: 'moved', kind } as const] : [])]
}

/** Whether those that are in both are in another order. */
function isMoved(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): boolean {
  const kept = [...before.keys()].filter((key) => after.has(key))
  return kept.join('\n') !== [...after.keys()].filter((key) => before.has(key)).join('\n')
}

/** By title; of several with one title the first is compared with the first. */
function keyed(parts: readonly Part[], titleOf: (part: Part) => string): Map<string, Part> {
  const counts = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const title = titleOf(part)
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      return [`${title}\u0000${count}`, part]
    }),
  )
}

/** The one that differs in its title alone. */
function takeRenamed(gone: Map<string, Part>, part: Part, titleOf: (part: Part) => string): Part | undefined {
  const wanted = contentOf(part)
  for (const [key, was] of gone) {
    if (titleOf(was) === titleOf(part) || contentOf(was) !== wanted) continue
    gone.delete(key)
    return was
  }
  return undefined
}

function contentOf({ title: _title, topic: _topic, name: _name, ...content }: Part): string {
  return JSON.stringify(content)
}

function detailsOf(before: Part, after: Part): DifferenceDetail[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'specifications',
  )
  const details = [
    ...names.flatMap((name) => settingDetail(name, before[name], after[name])),
    ...valueDetails(valuesOf(before), valuesOf(after)),
  ]
  const more = details.length - MOST_DETAILS
  return more <= 0 ? details : [...details.slice(0, MOST_DETAILS), { type: 'more', count: more }]
}

function settingDetail(name: string, before: unknown, after: unknown): DifferenceDetail[] {
  const [was, is] = [shown(before), shown(after)]
  return was === is ? [] : [{ type: 'setting', name, before: was, after: is }]
}

/** What a widget shows: its values by source and name. */
function valuesOf({ specifications }: Part): Map<string, Part> {
  if (typeof specifications !== 'object' || specifications === null) return new Map()
  const values = Object.entries(specifications as Record<string, Part[]>).flatMap(([source, entries]) =>
    entries.map((entry) => ({ ...entry, source })),
  )
  return keyed(values, (value) => JSON.stringify(namedValue(value)))
}

function namedValue({ friendlyName, source }: Part): NamedValue {
  return { name: shown(friendlyName), source: shown(source) }
}

function valueDetails(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): DifferenceDetail[] {
  const removed = [...before].flatMap(([key, value]): DifferenceDetail[] =>
    after.has(key) ? [] : [{ type: 'value-removed', value: namedValue(value) }],
  )
  const others = [...after].flatMap(([key, part]): DifferenceDetail[] => {
    const value = namedValue(part)
    const was = before.get(key)
    if (was === undefined) return [{ type: 'value-added', value }]
    const details = detailsOf(was, part)
    return details.length === 0 ? [] : [{ type: 'value-changed', value, details }]
  })
  return [...removed, ...others, ...(isMoved(before, after) ? [{ type: 'values-moved' } as const] : [])]
}

function shown(value: unknown): ShownSetting {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return shorten(typeof value === 'string' ? value : JSON.stringify(value))
}

function shorten(words: string): string {
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1).toWellFormed()}…`
}
