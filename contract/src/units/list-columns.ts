/** The list of units is cards beside the map, or a table as wide as the page. */
export const LIST_LAYOUTS = ['cards', 'table'] as const
export type ListLayout = (typeof LIST_LAYOUTS)[number]

/** What a table of units can show behind their names. */
export const LIST_COLUMNS = [
  'activity',
  'status',
  'alerts',
  'labels',
  'entities',
  'template',
  'place',
  'lastMessage',
  'connection',
  'size',
  'service',
  'dataID',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

/** What the list is sorted by: a column, shown or not, or the name. */
export type SortColumn = 'name' | ListColumn

/** How everybody looks at the list before they choose. */
export const DEFAULT_LIST_VIEW = {
  layout: 'cards',
  columns: ['activity', 'status', 'labels', 'template', 'place'],
  sort: { by: 'name', descending: false },
} as const satisfies {
  layout: ListLayout
  columns: readonly ListColumn[]
  sort: { by: SortColumn; descending: boolean }
}
