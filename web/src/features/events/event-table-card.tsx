import type { EventTable } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { parseJourneyComparison } from '@fieldwatch/contract/places/trip-conditions'
import { Button, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { AlertWizard } from '#shared/alerts/wizard/alert-wizard.tsx'
import { eventTablesKey } from '#shared/events/event-tables-query.ts'
import { PrintedRange } from '#shared/print/printed-range.tsx'
import { Slot } from '#platform/extensions/slot.tsx'
import { sharedRangeOfPicked } from '#shared/time-range/shared-range.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { useMayEdit } from '#shared/units/use-may-edit.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { timesOf } from './event-span.ts'
import { EventHead } from './event-head.tsx'
import { type ChosenOccurrences, useOccurrences, useRefreshEvent } from './event-queries.ts'
import classes from './events.module.css'
import { FilterPopover } from './filter-popover.tsx'
import { OccurrenceTable } from './occurrence-table.tsx'
import { RangeBar } from './range-bar.tsx'
import { ReportBar } from './reports/report-bar.tsx'
import { RemoveEvent } from './remove-event.tsx'
import { EventSummary } from './summary/event-summary.tsx'
import { TagBar } from './tag-bar.tsx'
import { useEventView } from './use-event-view.ts'
import { usePrintedOccurrences } from './use-printed-occurrences.ts'
import { t } from './texts.ts'

const CustomizeColumnsDialog = lazyPart(
  'customize-columns',
  async () => (await import('./customize-columns-dialog.tsx')).CustomizeColumnsDialog,
)

const EditEventDialog = lazyPart('edit-event', async () => (await import('./edit-event-dialog.tsx')).EditEventDialog)

/** The map is loaded with the first table that has one. */
const TripMap = lazyPart('trip-map', async () => (await import('./trips/trip-map.tsx')).TripMap)

interface Choice {
  /** The starts of those that are chosen one by one. */
  readonly ids: readonly string[]
  /** All of this range and filter are chosen, on whatever page. */
  readonly allOf?: string
}

/** What was chosen while others were tagged stays chosen. */
function without(choice: Choice, tagged: ChosenOccurrences): Choice {
  return 'all' in tagged ? { ids: [] } : { ...choice, ids: choice.ids.filter((id) => !tagged.starts.includes(id)) }
}

interface EventTableCardProps {
  table: EventTable
  /** It was made just now. */
  isNew: boolean
  /** It was removed; with a sentence where not all of that worked. */
  onRemoved: (missing: string | undefined) => void
}

/** One event table: what it looks for, what was found, and what can be done with that. */
export function EventTableCard({ table, isNew, onRemoved }: EventTableCardProps) {
  const { name, title } = table
  const { dataID, friendlyName: unitName } = useUnit().unit
  const { timeFormat } = useMe()
  const view = useEventView(table)
  const mayEdit = useMayEdit()
  const request = { dataId: dataID, name, ...view }
  const page = useOccurrences(request)
  const printed = usePrintedOccurrences(request, page.data)
  const refresh = useRefreshEvent(dataID, name)
  const { span, filter } = view
  const shown = JSON.stringify([span, filter])
  const [choice, setChoice] = useState<Choice>({ ids: [] })
  // Another range or filter has other rows.
  const hasAll = choice.allOf === shown
  const selected = hasAll ? 'all' : choice.ids
  const [open, setOpen] = useState<'remove' | 'columns' | 'edit' | 'alert'>()
  const { state, ended, progress } = page.data ?? table
  const journey = parseJourneyComparison(table.comparison)
  const isGone = useGone(dataID, page.error)

  return (
    <section className={classes['card']} aria-label={title}>
      <EventHead
        table={table}
        isNew={isNew}
        refreshing={refresh.isPending || state === 'refreshing'}
        share={
          <Slot
            name="screen.share"
            of={{
              name: title,
              size: 'var(--fw-control)',
              thing: () => ({
                kind: 'events',
                dataId: dataID,
                unitName,
                table: name,
                title,
                range: sharedRangeOfPicked(view.range, portalNow()),
                filter,
              }),
            }}
          />
        }
        onAlert={() => setOpen('alert')}
        onRefresh={() => refresh.mutate()}
        onEdit={() => setOpen('edit')}
        onRemove={() => setOpen('remove')}
      />
      {refresh.error === null ? undefined : (
        <FailureNote text={t('events.failed.refresh')} advice={refresh.error.message} />
      )}
      {page.error === null || isGone ? undefined : (
        <FailureNote text={t('events.failed.read')} advice={page.error.message} onRetry={() => void page.refetch()} />
      )}
      <div className={classes['bar']}>
        <RangeBar title={title} range={view.range} timeFormat={timeFormat} onRange={view.setRange} />
        <FilterPopover dataId={dataID} name={name} title={title} filter={filter} onFilter={view.setFilter} />
        {mayEdit ? (
          <Button variant="default" size="xs" onClick={() => setOpen('columns')}>
            {t('events.columns.customize')}
          </Button>
        ) : undefined}
      </div>
      {journey?.kind === 'trips' ? (
        <Suspense>
          <TripMap
            dataId={dataID}
            title={title}
            source={journey.source}
            occurrences={page.data?.occurrences}
            range={view.range}
            onRange={view.setRange}
          />
        </Suspense>
      ) : undefined}
      {isGone ? undefined : (
        <EventSummary dataId={dataID} table={table} span={span} filter={filter} onRange={view.setRange} />
      )}
      <PrintedRange span={() => timesOf(view.span)} />
      <div className={classes['pairOfBars']} data-screen-only>
        {mayEdit ? (
          <div className={classes['tags']}>
            <TagBar
              dataId={dataID}
              name={name}
              title={title}
              which={selected === 'all' ? { all: { ...span, ...filter } } : { starts: selected }}
              count={selected === 'all' ? (page.data?.pagination.total ?? 0) : selected.length}
              onTagged={(tagged) => setChoice((now) => without(now, tagged))}
            />
          </div>
        ) : undefined}
        <ReportBar table={table} span={span} filter={filter} />
      </div>
      {ended === null ? undefined : <Text>{t('events.ended', { reason: ended })}</Text>}
      {state === 'refreshing' ? <FindingProgress {...progress} /> : undefined}
      <OccurrenceTable
        table={table}
        page={page.data}
        printed={printed}
        isOther={page.isPlaceholderData}
        isRefreshing={state === 'refreshing'}
        view={view}
        selection={
          mayEdit
            ? {
                selected,
                onSelect: (ids) => setChoice({ ids }),
                onSelectAll: () => setChoice({ ids: [], allOf: shown }),
              }
            : undefined
        }
      />
      {open === 'remove' ? (
        <RemoveEvent table={table} onRemoved={onRemoved} onClose={() => setOpen(undefined)} />
      ) : undefined}
      <AlertWizard opened={open === 'alert'} dataID={dataID} event={name} onClose={() => setOpen(undefined)} />
      {open === 'edit' ? (
        <Suspense>
          <EditEventDialog table={table} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : undefined}
      {open === 'columns' ? (
        <Suspense>
          <CustomizeColumnsDialog table={table} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : undefined}
    </section>
  )
}

/** Whether someone removed the table; the list of tables is read again then. */
function useGone(dataId: DataId, error: Error | null): boolean {
  const client = useQueryClient()
  const isGone = hasCode(error, 'event/not-found')
  useEffect(() => {
    if (isGone) void client.invalidateQueries({ queryKey: eventTablesKey(dataId) })
  }, [client, dataId, isGone])
  return isGone
}

/** How far the finding of occurrences is. */
function FindingProgress({ done, total }: EventTable['progress']) {
  return (
    <div className={classes['finding']}>
      <Progress.Root size="sm">
        <Progress.Section value={total === 0 ? 0 : (done / total) * 100} aria-label={t('events.progress')} />
      </Progress.Root>
      <Text c="dimmed" size="xs">
        {total === 0 ? t('events.progress.waiting') : t('events.progress.records', { done, total })}
      </Text>
    </div>
  )
}
