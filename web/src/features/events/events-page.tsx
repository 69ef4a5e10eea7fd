import type { EventTable } from '@fieldwatch/contract/events/events'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { eventTablesQuery } from '#shared/events/event-tables-query.ts'
import { useLiveOccurrences } from '#shared/events/use-live-occurrences.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { LoadingSkeleton } from '#ui/components/loading-skeleton.tsx'
import { AddEventTable } from './add-event-table.tsx'
import { EventTableCard } from './event-table-card.tsx'
import classes from './events.module.css'
import { t } from './texts.ts'

/** The event tables of a unit (specification, document 2, section 2.1). */
export function EventsPage() {
  const { unit, template } = useUnit()
  const { data: tables, error, refetch } = useQuery(eventTablesQuery(useApi(), unit.dataID, template))
  useLiveOccurrences(unit.dataID)

  if (tables !== undefined) return <EventTables tables={tables} />
  if (error === null) return <LoadingSkeleton className={classes['waiting'] ?? ''} aria-label={t('events.loading')} />
  return <LoadFailure title={t('events.failed.read')} message={error.message} onRetry={() => void refetch()} />
}

function EventTables({ tables }: { tables: readonly EventTable[] }) {
  const [created, setCreated] = useState<string>()
  const [missing, setMissing] = useState<string>()
  return (
    <div className={classes['page']}>
      <AddEventTable
        onCreated={(name, notDone) => {
          setCreated(name)
          setMissing(notDone)
        }}
      />
      {missing === undefined ? undefined : <FailureNote text={missing} advice={t('events.created.only-here')} />}
      {tables.length === 0 ? <NoTables /> : undefined}
      {tables.map((table) => (
        <EventTableCard key={table.name} table={table} isNew={table.name === created} onRemoved={setMissing} />
      ))}
    </div>
  )
}

function NoTables() {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>{t('events.empty.title')}</Text>
      <Text c="dimmed">{t('events.empty.help')}</Text>
    </Stack>
  )
}
