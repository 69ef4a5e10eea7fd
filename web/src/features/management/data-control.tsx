import { SourceName } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { FormFailure } from '#ui/components/form-failure.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { PRESS_ONCE } from '#ui/components/press-once.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { calculationsQuery } from '#shared/calculations/calculation-queries.ts'
import { isShared, SharedButton, SharedNote } from '#shared/units/shared-unit.tsx'
import { type Child, childrenOf, ChildUnitDialog } from './child-unit-dialog.tsx'
import { type CollectionState, collectionStates } from './collection-states.ts'
import { DownloadDialog } from './download-dialog.tsx'
import { collectionsQuery, usePauseData } from './management-queries.ts'
import { Panel } from './panel.tsx'
import { ANCHORS } from './sections.ts'
import classes from './management.module.css'
import { DeleteDialog } from '#shared/deletion/delete-dialog.tsx'
import { useDeleteSource } from '#shared/deletion/deletion-queries.ts'
import { t } from './texts.ts'

interface DataControlProps {
  unit: DataDocument
}

/** Each data collection, Running or Paused. */
export function DataControl({ unit }: DataControlProps) {
  const { data: collections, error, refetch } = useQuery(collectionsQuery(useApi(), unit.dataID))
  const pause = usePauseData(unit.dataID)
  const states = useMemo(
    () =>
      collections &&
      collectionStates(
        collections.map(({ name }) => name),
        unit.pausedData,
      ),
    [collections, unit.pausedData],
  )
  const [deleted, setDeleted] = useState<SourceName>()
  const [child, setChild] = useState<Child>()
  const [downloaded, setDownloaded] = useState<SourceName>()
  const children = new Map<string, Child>(childrenOf(collections ?? []).map((one) => [one.source, one]))
  const columns = columnsWith({ unit, pausing: pause.isPending, onPause: pause.mutate })
  // One that is only paused has no records yet, and a calculated one is deleted where it is made.
  const known = new Set<string>(collections?.map(({ name }) => name))
  const stored = new Set(known)
  const { data: calculations = [] } = useQuery(calculationsQuery(useApi(), unit.dataID))
  for (const { name } of calculations) known.delete(name)
  return (
    <Panel title={t('management.control')} anchor={ANCHORS.paused}>
      <Text c="dimmed">{t('management.control.help')}</Text>
      <SharedNote unit={unit} />
      {error === null ? undefined : (
        <FailureNote text={t('management.failed')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {pause.isError ? <FormFailure text={pause.error.message} /> : undefined}
      {collections === undefined && error !== null ? undefined : (
        <DataTable
          compact
          label={t('management.control.label')}
          columns={columns}
          rows={states}
          rowId={({ name }) => name}
          rowLabel={({ name }) => name}
          actions={({ name, ofRequests }) => {
            const source = SourceName.parse(name)
            const download = { label: t('management.download'), onSelect: () => setDownloaded(source) }
            const always = stored.has(name) ? [download] : []
            if (!known.has(name) || ofRequests || isShared(unit)) return always
            const own = children.get(name)
            const remove = { label: t('management.source.delete'), onSelect: () => setDeleted(source) }
            return own === undefined
              ? [...always, remove]
              : [...always, { label: t('management.child'), onSelect: () => setChild(own) }, remove]
          }}
          emptyText={t('management.control.empty')}
        />
      )}
      {deleted === undefined ? undefined : (
        <DeleteSource unit={unit} source={deleted} onClose={() => setDeleted(undefined)} />
      )}
      {downloaded === undefined ? undefined : (
        <DownloadDialog dataId={unit.dataID} source={downloaded} onClose={() => setDownloaded(undefined)} />
      )}
      {child === undefined ? undefined : (
        <ChildUnitDialog gateway={unit.dataID} child={child} onClose={() => setChild(undefined)} />
      )}
    </Panel>
  )
}

interface ControlSetting extends DataControlProps {
  pausing: boolean
  onPause: (state: CollectionState) => void
}

function columnsWith({ unit, pausing, onPause }: ControlSetting): readonly Column<CollectionState>[] {
  return [
    { id: 'collection', title: t('management.control.collection'), value: ({ name }) => name },
    { id: 'status', title: t('management.control.status'), value: stateText, cell: (state) => <State state={state} /> },
    {
      id: 'control',
      title: t('management.control.control'),
      value: stateText,
      sortable: false,
      align: 'end',
      cell: (state) =>
        state.ofRequests ? (
          <Text c="dimmed">{t('management.control.requests')}</Text>
        ) : (
          <PauseButton unit={unit} state={state} disabled={pausing} onPause={onPause} />
        ),
    },
  ]
}

function stateText({ paused, pausedWithSensor }: CollectionState): string {
  if (pausedWithSensor) return paused ? t('management.control.paused.both') : t('management.control.paused.sensor')
  return paused ? t('management.control.paused') : t('management.control.running')
}

function State({ state }: { state: CollectionState }) {
  return (
    <span className={classes['state']} data-paused={state.paused || state.pausedWithSensor}>
      {stateText(state)}
    </span>
  )
}

interface PauseButtonProps extends DataControlProps {
  state: CollectionState
  disabled: boolean
  onPause: (state: CollectionState) => void
}

function PauseButton({ unit, state, disabled, onPause }: PauseButtonProps) {
  const { name, paused } = state
  return (
    <SharedButton
      unit={unit}
      variant="default"
      size="xs"
      aria-label={paused ? t('management.control.resume.one', { name }) : t('management.control.pause.one', { name })}
      disabled={disabled}
      {...PRESS_ONCE}
      onClick={() => onPause({ ...state, paused: !paused })}
    >
      {paused ? t('management.control.resume') : t('management.control.pause')}
    </SharedButton>
  )
}

interface DeleteSourceProps {
  unit: DataDocument
  source: SourceName
  onClose: () => void
}

/** Asks before a source goes with its records. */
function DeleteSource({ unit, source, onClose }: DeleteSourceProps) {
  const remove = useDeleteSource(unit.dataID)
  return (
    <DeleteDialog
      change={{ kind: 'source-deleted', dataID: unit.dataID, source }}
      title={t('management.source.delete.title', { source, unit: unit.friendlyName })}
      typed={source}
      busy={remove.isPending}
      failure={
        remove.isError ? { text: t('management.source.delete.failed'), advice: remove.error.message } : undefined
      }
      onConfirm={() => remove.mutate(source, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('management.source.delete.text')}
    </DeleteDialog>
  )
}
