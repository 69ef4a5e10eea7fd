import { columnLook, shownColumns } from '@fieldwatch/contract/templates/event-headings'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { SharedTables } from '@fieldwatch/server/doors/visitors/shared-events'
import { NO_DATA } from '@fieldwatch/server/doors/visitors/visit'
import type { Shown } from './shown.ts'
import type { StoredShare } from './share-store.ts'

interface About {
  /** The name of the unit. */
  readonly name: string
  readonly template: TemplateDefinition | undefined
}

/** An event table as it is now, without the columns that were not shared. */
export async function showEvents(
  tables: SharedTables,
  { tableId, what: { columns: allowed = [], range, filter = {} } }: StoredShare,
  { name, template }: About,
): Promise<Shown> {
  const table = tableId === undefined ? undefined : await tables.findById(tableId)
  if (table === undefined || range === undefined) return 'table'
  if (table.isOfAdmins) return 'screen'
  const { id, title, comparison, isEnded, columns } = table
  const shown = shownColumns(table, template ?? null).filter((column) => allowed.includes(column))
  if (shown.length === 0) return 'screen'
  const look = (column: string) => columnLook(column, columns, template ?? null)
  return {
    screen: {
      kind: 'events',
      name,
      title,
      comparison: comparison ?? null,
      isEnded,
      columns: shown.map((column) => ({
        id: column,
        name: look(column).name ?? null,
        unit: look(column).unit ?? null,
      })),
      range,
    },
    data: { ...NO_DATA, events: { table: id, columns: shown, range, filter } },
  }
}
