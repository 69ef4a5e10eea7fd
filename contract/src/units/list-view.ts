import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { SourceName } from '../api/ids.ts'
import { DEFAULT_LIST_VIEW, LIST_COLUMNS, LIST_LAYOUTS } from './list-columns.ts'
import { line } from '../text/text.ts'

const Column = z.enum(LIST_COLUMNS)

/** The field whose last value the list shows for each unit. */
export const ListValue = z.strictObject({ source: SourceName, field: line(200).min(1) })
export type ListValue = z.infer<typeof ListValue>

/** How a person looks at the list of units, wherever they are signed in. */
export const ListView = z.strictObject({
  layout: z.enum(LIST_LAYOUTS),
  /** The columns of the table behind the name, which is always there. */
  columns: z
    .array(Column)
    .max(LIST_COLUMNS.length)
    .refine((columns) => new Set(columns).size === columns.length, {
      message: 'fields.column-once',
    }),
  sort: z.strictObject({ by: z.enum(['name', ...LIST_COLUMNS]), descending: z.boolean() }),
  value: ListValue.optional(),
})
export type ListView = z.infer<typeof ListView>

const Kept = z.object({
  layout: ListView.shape.layout.catch(DEFAULT_LIST_VIEW.layout),
  columns: z.array(z.unknown()).transform((columns) => {
    const known = columns.flatMap((column) => Column.safeParse(column).data ?? [])
    return [...new Set(known)]
  }),
  sort: ListView.shape.sort.catch(DEFAULT_LIST_VIEW.sort),
  value: ListValue.optional().catch(undefined),
})

/** A view as it was kept, without what this release does not know. */
export function readKeptView(kept: unknown): ListView {
  return Kept.safeParse(kept).data ?? { ...DEFAULT_LIST_VIEW, columns: [...DEFAULT_LIST_VIEW.columns] }
}

const userEndpoint = endpointsWith({ tag: 'session' })

export const getListView = userEndpoint(`GET ${API_BASE}/me/list-view`, {
  summary: 'How the caller looks at the list of units: as cards or as a table, with which columns, in which order',
  reply: envelope(ListView),
})

export const setListView = userEndpoint(`PUT ${API_BASE}/me/list-view`, {
  summary: 'Keep how the caller looks at the list of units; of two browsers the later one counts',
  body: ListView,
})
