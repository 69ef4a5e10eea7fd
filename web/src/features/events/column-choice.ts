import { nameOfEvent } from '@fieldwatch/contract/event-columns'
import type { TemplateDefinition } from '@fieldwatch/contract/templates'

/** A column of an event table, and whether it is shown. */
export interface ColumnChoice {
  readonly id: string
  readonly shown: boolean
}

/** All columns as they can be chosen: those that are shown first, in their order. */
export function choicesOf(columns: readonly string[], shown: readonly string[]): ColumnChoice[] {
  return [
    ...shown.map((id) => ({ id, shown: true })),
    ...columns.filter((id) => !shown.includes(id)).map((id) => ({ id, shown: false })),
  ]
}

/** Shows or hides one. */
export function withShown(choices: readonly ColumnChoice[], changed: ColumnChoice): readonly ColumnChoice[] {
  return choices.map((choice) => (choice.id === changed.id ? changed : choice))
}

export function chosenColumns(choices: readonly ColumnChoice[]): string[] {
  return choices.filter(({ shown }) => shown).map(({ id }) => id)
}

/** A template in which an event table has these columns. */
export function withColumns(
  definition: TemplateDefinition,
  { name, title }: { name: string; title: string },
  columns: readonly string[],
): TemplateDefinition {
  const { events = [] } = definition
  const at = events.findIndex((entry) => nameOfEvent(entry.title) === name)
  const entry = { ...(events[at] ?? { title, type: 'event' as const }), columns: [...columns] }
  return { ...definition, events: at === -1 ? [...events, entry] : events.with(at, entry) }
}
