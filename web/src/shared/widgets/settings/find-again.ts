import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type KindedWidget, titleOf, type WidgetPlace, widgetsOf } from './template-widgets.ts'

/** Where a widget is found again in a newer template. */
export type FoundAgain =
  | { readonly state: 'unchanged' | 'changed'; readonly place: WidgetPlace }
  | { readonly state: 'gone' }

interface Templates {
  /** As it was when the widget was read from it. */
  before: TemplateDefinition
  newer: TemplateDefinition
}

/**
 * Finds a widget in a newer template: the same one, at its place or another; or a new one with the same title, or the same but
 * for its title, or in the same place with similar values. A wrong match would overwrite another widget; a missed one would
 * duplicate this.
 */
export function findAgain({ before, newer }: Templates, mine: KindedWidget, index: number): FoundAgain {
  const { kind } = mine
  const list = widgetsOf(newer, kind)
  const text = textOf(mine)
  const found = (state: 'unchanged' | 'changed', at: number): FoundAgain => ({ state, place: { kind, index: at } })

  const there = list[index]
  if (there !== undefined && textOf(there) === text) return found('unchanged', index)
  const same = list.findIndex((one) => textOf(one) === text)
  if (same !== -1) return found('unchanged', same)

  const old = widgetsOf(before, kind)
  const known = new Set(old.map(textOf))
  const title = titleOf(mine)
  const fits: ((one: KindedWidget, at: number) => boolean)[] = [
    (one, at) => at === index && titleOf(one) === title,
    (one) => titleOf(one) === title,
    (one) => shared(mine, one) === 1,
    (one, at) => at === index && list.length === old.length && shared(mine, one) >= MUCH,
  ]
  for (const fit of fits) {
    const at = list.findIndex((one, place) => !known.has(textOf(one)) && fit(one, place))
    if (at !== -1) return found('changed', at)
  }
  return { state: 'gone' }
}

/** From this share of common values on two widgets are similar. */
const MUCH = 0.5

function textOf({ widget }: KindedWidget): string {
  return JSON.stringify(widget)
}

/** How much of what one shows the other shows too, from 0 to 1; what they are called does not count. */
function shared(one: KindedWidget, other: KindedWidget): number {
  const [ours, theirs] = [settingsOf(one), settingsOf(other)]
  const all = new Set([...ours, ...theirs])
  return all.size === 0 ? 1 : [...all].filter((setting) => ours.has(setting) && theirs.has(setting)).length / all.size
}

/** Each setting of a widget with its path, as a text. */
function settingsOf({ widget }: KindedWidget): Set<string> {
  const { title: _title, topic: _topic, type: _type, ...rest } = { title: '', topic: '', type: '', ...widget }
  const settings = new Set<string>()
  function collect(value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) settings.add(`${path}=${JSON.stringify(value)}`)
    else for (const [name, inner] of Object.entries(value)) collect(inner, `${path}/${name}`)
  }
  collect(rest, '')
  return settings
}
