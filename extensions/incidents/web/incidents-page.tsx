import { given } from '@fieldwatch/web/platform/given.ts'
import { FilterSelect } from '@fieldwatch/web/ui/components/choice-select.tsx'
import { INCIDENT_SORTS } from '../contract/incident-sorts.ts'
import type { Incident } from '../contract/incidents.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { pageLink, useSearchOfPage } from '@fieldwatch/web/platform/extensions/page-link.ts'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { severityChoices } from './incident-form.ts'
import { incidentsQuery, useLiveIncidents } from './incident-queries.ts'
import { t } from './texts.ts'
import { noteTimeText } from '@fieldwatch/notes/web/note-time'
import { LoadFailure } from '@fieldwatch/web/ui/components/load-failure.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import type { Column, TableSort } from '@fieldwatch/web/ui/table/column.ts'
import { DataTable } from '@fieldwatch/web/ui/table/data-table.tsx'
import { DEFAULT_PAGE_SIZE, type TablePage } from '@fieldwatch/web/ui/table/table-paging.ts'
import { readIncidentsSearch, type IncidentsSearch } from './incidents-search.ts'
import classes from './incidents-page.module.css'

/** So that not each key asks the server. */
const SETTLE_MS = 300

/** The incidents of the viewing entities. */
export function IncidentsPage() {
  usePageTitle(t('incidents.title'))
  useLiveIncidents()
  const search = readIncidentsSearch(useSearch({ from: '/signed-in/$' }))
  const narrow = useNarrow(search)
  return (
    <div className={classes['page']}>
      <Title order={1} size="h3">
        {t('incidents.title')}
      </Title>
      <Filters search={search} narrow={narrow} />
      {/* Another choice begins with the first page. */}
      <FoundIncidents key={JSON.stringify([search.text, search.severity])} search={search} narrow={narrow} />
    </div>
  )
}

type Narrow = (change: { [Key in keyof IncidentsSearch]?: IncidentsSearch[Key] | undefined }) => void

function useNarrow(search: IncidentsSearch): Narrow {
  const setSearch = useSearchOfPage()
  return (change) => setSearch(given({ ...search, ...change }))
}

interface PartProps {
  search: IncidentsSearch
  narrow: Narrow
}

function Filters({ search, narrow }: PartProps) {
  const [text, setText] = useState(search.text ?? '')
  const narrowByText = useDebouncedCallback((words: string) => narrow({ text: words.trim() || undefined }), SETTLE_MS)
  return (
    <div className={classes['filters']}>
      <TextInput
        type="search"
        label={t('incidents.find')}
        maxLength={100}
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          narrowByText(value)
        }}
      />
      <FilterSelect
        label={t('incidents.find.severity')}
        all={t('incidents.find.severity.all')}
        options={severityChoices()}
        value={search.severity}
        onChange={(severity) => narrow({ severity })}
      />
    </div>
  )
}

function FoundIncidents({ search: { text, severity, sort = 'created', order }, narrow }: PartProps) {
  const { timeFormat } = useMe()
  const [page, setPage] = useState<TablePage>({ page: 1, pageSize: DEFAULT_PAGE_SIZE })
  const direction: TableSort['direction'] = order ?? 'desc'
  const query = { sort, direction, ...page, ...given({ text, severity }) }
  const { data, error, refetch } = useQuery(incidentsQuery(useApi(), query))
  const columns = useMemo(() => columnsOf(timeFormat), [timeFormat])
  if (data === undefined && error !== null)
    return <LoadFailure title={t('incidents.failed')} message={error.message} onRetry={() => void refetch()} />
  if (data?.total === 0)
    return (
      <Text c="dimmed">
        {text === undefined && severity === undefined ? t('incidents.none') : t('incidents.none.found')}
      </Text>
    )
  function changeSort(next: TableSort | undefined): void {
    setPage({ ...page, page: 1 })
    const column = INCIDENT_SORTS.find((one) => one === next?.column)
    narrow({
      sort: column === 'created' ? undefined : column,
      order: column !== undefined && next?.direction === 'asc' ? 'asc' : undefined,
    })
  }
  return (
    <DataTable
      label={t('incidents.title')}
      columns={columns}
      rows={data?.incidents}
      rowId={({ incidentID }) => String(incidentID)}
      rowLabel={({ title }) => title}
      server={{
        rowCount: data?.total ?? 0,
        page,
        onPage: setPage,
        sort: { column: sort, direction },
        onSort: changeSort,
      }}
    />
  )
}

function columnsOf(timeFormat: TimeFormat): Column<Incident>[] {
  return [
    {
      id: 'title',
      title: t('incidents.column.title'),
      value: ({ title }) => title,
      cell: ({ incidentID, title }) => (
        <Link className={classes['link'] ?? ''} {...pageLink(`/incidents/${incidentID}`)}>
          <bdi>{title}</bdi>
        </Link>
      ),
    },
    { id: 'severity', title: t('incidents.severity'), value: ({ severity }) => t(`incidents.severity.${severity}`) },
    {
      id: 'from',
      title: t('incidents.range'),
      value: ({ fromUTC, toUTC }) => noteTimeText({ startUTC: fromUTC, endUTC: toUTC }, timeFormat),
    },
    { id: 'units', title: t('incidents.column.units'), value: unitsText, sortable: false },
    { id: 'by', title: t('incidents.column.by'), value: ({ by }) => by ?? '', sortable: false },
    {
      id: 'created',
      title: t('incidents.column.created'),
      value: ({ createdUTC }) => formatMoment(Date.parse(createdUTC), timeFormat),
    },
  ]
}

function unitsText({ units, unitNames }: Incident): string {
  const names = unitNames.join(', ')
  const more = units - unitNames.length
  return more > 0 ? t('incidents.units.names', { names, more }) : names
}
