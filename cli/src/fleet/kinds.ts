import type { KindName } from './items.ts'
import type { Kind } from './kind.ts'
import { alerts } from './kinds/alerts.ts'
import { eventTables } from './kinds/event-tables.ts'
import { labels } from './kinds/labels.ts'
import { places } from './kinds/places.ts'
import { templates } from './kinds/templates.ts'
import { units } from './kinds/units.ts'

export const KINDS: Readonly<Record<KindName, Kind>> = {
  label: labels,
  place: places,
  template: templates,
  unit: units,
  'event table': eventTables,
  alert: alerts,
}
