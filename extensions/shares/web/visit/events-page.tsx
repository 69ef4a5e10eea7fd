import { listSharedEvents } from '@fieldwatch/contract/visitors/shared-screens'
import { NEWEST_FIRST } from '@fieldwatch/web/features/events/events-search.ts'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import type { TableSort } from '@fieldwatch/web/ui/table/column.ts'
import { DEFAULT_PAGE_SIZE, type TablePage } from '@fieldwatch/web/ui/table/table-paging.ts'
import { EventsSection, OccurrenceRows, type SharedEventsProps } from '@fieldwatch/web/visit/shared-events.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../texts.ts'

/** New events are read this often. */
const READ_MS = 10_000

/** An event table with the shown columns, page by page. */
export function SharedEvents({ screen }: SharedEventsProps) {
  const { range } = screen
  const api = useApi()
  const [page, setPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const [sort, setSort] = useState<TableSort>(NEWEST_FIRST)
  const query = { ...page, sort: sort.column, direction: sort.direction }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['shared-events', query],
    queryFn: async ({ signal }) => (await api.call(listSharedEvents, { query }, { signal })).details,
    placeholderData: keepPreviousData,
    refetchInterval: range.kind === 'last' ? READ_MS : false,
  })
  return (
    <EventsSection screen={screen}>
      {error === null || data !== undefined ? (
        <OccurrenceRows
          screen={screen}
          rows={data?.occurrences}
          loading={isPlaceholderData ? t('shares.visit.events.loading') : undefined}
          server={{
            rowCount: data?.total ?? 0,
            page,
            onPage: setPage,
            sort,
            onSort: (next) => setSort(next ?? NEWEST_FIRST),
          }}
        />
      ) : (
        <LoadFailure title={t('shares.visit.events.failed')} message={error.message} onRetry={() => void refetch()} />
      )}
    </EventsSection>
  )
}
