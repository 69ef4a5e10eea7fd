import { nameOfEvent } from '@fieldwatch/contract/event-columns'
import type { TemplateDefinition } from '@fieldwatch/contract/templates'

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
