import type { TemplateDefinition } from './templates.ts'
import { WIDGET_KIND_NAMES, WIDGET_KINDS, widgetsOfKind } from '../widgets/widget-kinds.ts'

/** One thing that is different between two templates, as a person reads it. */
export interface TemplateDifference {
  readonly change: 'added' | 'removed' | 'changed'
  /** Which one, such as `chart “Level”`. */
  readonly what: string
  /** What is different about it. */
  readonly details: readonly string[]
}

type Part = Readonly<Record<string, unknown>>

interface List {
  /** What one of them is called. */
  readonly noun: string
  readonly plural: string
  readonly read: (template: TemplateDefinition) => readonly Part[]
  readonly titleOf: (part: Part) => string
}

const LISTS: readonly List[] = [
  ...WIDGET_KIND_NAMES.map((name): List => {
    const { noun, plural, titleOf } = WIDGET_KINDS[name]
    return { noun, plural, read: (template) => widgetsOfKind(template, name), titleOf }
  }),
  {
    noun: 'event table',
    plural: 'event tables',
    read: ({ events }) => events ?? [],
    titleOf: (part) => text(part['title']),
  },
  {
    noun: 'report',
    plural: 'reports',
    read: ({ reports }) => Object.values(reports ?? {}),
    titleOf: (part) => text(part['name']),
  },
]

const LABELS: Readonly<Record<string, string>> = {
  bgColor: 'background',
  color: 'colour',
  decimals: 'decimals',
  friendlyName: 'name',
  includeCoordinates: 'coordinates',
  maxGapMinutes: 'minutes that break the line',
  pageTechTools: 'sensor tools',
  valuePrecision: 'decimals',
}

/** What is told about one widget. */
const MOST_DETAILS = 12
const LONGEST = 80

/** What is in one template and not in another: widgets by kind and title, their settings and values by name. */
export function differencesOfTemplates(before: TemplateDefinition, after: TemplateDefinition): TemplateDifference[] {
  return [
    ...differencesOfPlaces(before, after),
    ...LISTS.flatMap((list) => differencesOfList(list, list.read(before), list.read(after))),
  ]
}

/** A difference as a sentence without its end. */
export function sentenceOfDifference({ change, what, details }: TemplateDifference): string {
  const verb = { added: 'Added', removed: 'Removed', changed: 'Changed' }[change]
  return details.length === 0 ? `${verb} ${what}` : `${verb} ${what}: ${details.join('; ')}`
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
  const tabs = [
    ['Time Series', 'timeSeries'],
    ['Events', 'events'],
  ] as const
  return [
    ...(details.length === 0 ? [] : [{ change: 'changed', what: 'the template', details } as const]),
    ...tabs.flatMap(([label, key]): TemplateDifference[] => {
      if ((before[key] === undefined) === (after[key] === undefined)) return []
      return [{ change: after[key] === undefined ? 'removed' : 'added', what: `the tab ${label}`, details: [] }]
    }),
  ]
}

function differencesOfList(list: List, before: readonly Part[], after: readonly Part[]): TemplateDifference[] {
  const { noun, plural, titleOf } = list
  const [old, fresh] = [keyed(before, titleOf), keyed(after, titleOf)]
  const gone = new Map([...old].filter(([key]) => !fresh.has(key)))
  const found: TemplateDifference[] = []
  for (const [key, part] of fresh) {
    const was = old.get(key) ?? takeRenamed(gone, part, titleOf)
    const what = `${noun} “${shorten(titleOf(was ?? part))}”`
    if (was === undefined) found.push({ change: 'added', what, details: [] })
    else {
      const details = detailsOf(was, part)
      if (details.length > 0) found.push({ change: 'changed', what, details })
    }
  }
  const removed = [...gone.values()].map((part): TemplateDifference => ({
    change: 'removed',
    what: `${noun} “${shorten(titleOf(part))}”`,
    details: [],
  }))
  const kept = [...old.keys()].filter((key) => fresh.has(key))
  const moved = kept.join('\n') !== [...fresh.keys()].filter((key) => old.has(key)).join('\n')
  const order: TemplateDifference = { change: 'changed', what: `the order of the ${plural}`, details: [] }
  return [...removed, ...found, ...(moved ? [order] : [])]
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

function detailsOf(before: Part, after: Part): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'specifications',
  )
  const details = [
    ...names.flatMap((name) => settingDetail(name, before[name], after[name])),
    ...valueDetails(valuesOf(before), valuesOf(after)),
  ]
  const more = details.length - MOST_DETAILS
  return more <= 0 ? details : [...details.slice(0, MOST_DETAILS), `${more} more`]
}

function settingDetail(name: string, before: unknown, after: unknown): string[] {
  const [was, is] = [text(before), text(after)]
  return was === is ? [] : [`${LABELS[name] ?? wordsOf(name)} ${was} → ${is}`]
}

/** What a widget shows: its values by source and name. */
function valuesOf({ specifications }: Part): Map<string, Part> {
  if (typeof specifications !== 'object' || specifications === null) return new Map()
  const values = Object.entries(specifications as Record<string, Part[]>).flatMap(([source, entries]) =>
    entries.map((entry) => ({ ...entry, source })),
  )
  return keyed(values, (value) => `“${shorten(text(value['friendlyName']))}” of ${text(value['source'])}`)
}

function valueDetails(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): string[] {
  const nameOf = (key: string): string => key.slice(0, key.indexOf('\u0000'))
  const removed = [...before.keys()].filter((key) => !after.has(key)).map((key) => `${nameOf(key)} removed`)
  const others = [...after].flatMap(([key, value]) => {
    const was = before.get(key)
    if (was === undefined) return [`${nameOf(key)} added`]
    const details = detailsOf(was, value)
    return details.length === 0 ? [] : [`${nameOf(key)}: ${details.join(', ')}`]
  })
  const moved = [...before.keys()].filter((key) => after.has(key)).join('\n')
  const isMoved = moved !== [...after.keys()].filter((key) => before.has(key)).join('\n')
  return [...removed, ...others, ...(isMoved ? ['values in another order'] : [])]
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '(none)'
  if (value === '') return '(empty)'
  if (typeof value === 'string') return shorten(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  return shorten(JSON.stringify(value))
}

function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function shorten(words: string): string {
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1).toWellFormed()}…`
}
