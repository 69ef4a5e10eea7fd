import type { ActionBatchTable, BatchUnit } from '@fieldwatch/contract/actions/action-batches'
import { Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import { actionOptionsQuery } from '#shared/requests/request-queries.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { LoadFailure } from '#ui/components/load-failure.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { batchQuery, useStopBatch } from './batch-queries.ts'
import { batchText, countsText, memberText, memberTime } from './batch-text.ts'
import classes from './batch.module.css'
import { t } from '../jobs/texts.ts'

interface BatchDialogProps {
  batchId: number
  onClose: () => void
}

/** What becomes of a request to many units: how far it is, and what each unit said (admin). */
export function BatchDialog({ batchId, onClose }: BatchDialogProps) {
  const { data: batch, error, refetch } = useQuery(batchQuery(useApi(), batchId))
  return (
    <Dialog
      title={
        batch === undefined
          ? t('many-units.batch')
          : t('many-units.batch.title', { action: batch.action, count: batch.counts.units })
      }
      size="xl"
      onClose={onClose}
    >
      <Stack gap="sm">
        {error === null ? undefined : batch === undefined ? (
          <LoadFailure
            title={t('many-units.batch.failed-to-load')}
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <FailureNote text={t('many-units.stale')} advice={error.message} />
        )}
        {batch === undefined ? error === null && <Skeleton height="20rem" /> : <Batch batch={batch} />}
      </Stack>
    </Dialog>
  )
}

function Batch({ batch }: { batch: ActionBatchTable }) {
  const { timeFormat } = useMe()
  const { data: options } = useQuery(actionOptionsQuery(useApi()))
  const stop = useStopBatch(batch.batchID)
  const columns = useMemo(() => columnsFor(timeFormat), [timeFormat])
  const { counts } = batch
  const isRunning = batch.endedUTC === null
  const name = options?.[batch.actionClass]?.name ?? batch.actionClass
  const at = formatMoment(Date.parse(batch.createdUTC), timeFormat)
  return (
    <>
      <Text c="dimmed">
        {batch.createdBy === null
          ? t('many-units.batch.sent', { name, at })
          : t('many-units.batch.sent.by', { name, at, by: batch.createdBy })}
      </Text>
      <Text className={classes['payload'] ?? ''} title={batch.payload}>
        {batch.payload}
      </Text>
      <Progress
        value={(100 * (counts.units - counts.open)) / Math.max(1, counts.units)}
        aria-label={t('many-units.progress')}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div aria-live="polite">
          <Text fw={600}>{countsText(counts)}</Text>
          <Text>{batchText(batch)}</Text>
        </div>
        {isRunning ? (
          <Button
            variant="default"
            className={classes['stop'] ?? ''}
            loading={stop.isPending}
            {...PRESS_ONCE}
            onClick={() => stop.mutate()}
          >
            {t('many-units.stop')}
          </Button>
        ) : undefined}
      </Group>
      {stop.isError ? <FailureNote text={stop.error.message} /> : undefined}
      <DataTable
        label={t('many-units.batch.units')}
        columns={columns}
        rows={batch.units}
        rowId={({ dataID }) => dataID}
        rowLabel={({ friendlyName }) => friendlyName}
      />
    </>
  )
}

function columnsFor(timeFormat: TimeFormat): readonly Column<BatchUnit>[] {
  return [
    { id: 'unit', title: t('many-units.column.unit'), value: ({ friendlyName }) => friendlyName },
    { id: 'status', title: t('many-units.column.status'), value: (unit) => memberText(unit).status },
    { id: 'place', title: t('many-units.column.details'), value: (unit) => memberText(unit).note },
    {
      id: 'when',
      title: t('many-units.column.when'),
      value: memberTime,
      cell: (unit) => {
        const at = memberTime(unit)
        return at === undefined ? EMPTY_CELL : formatMoment(at, timeFormat)
      },
    },
  ]
}
