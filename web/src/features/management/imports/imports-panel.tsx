import type { RecordImport } from '@fieldwatch/contract/telemetry/record-imports'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { isShared, SharedButton, SharedNote } from '#shared/units/shared-unit.tsx'
import { ConfirmDialog } from '#ui/components/confirm-dialog.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { IconUpload } from '#ui/icons/icons.ts'
import type { Column, RowAction } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Panel } from '../panel.tsx'
import { importsQuery, useCancelImport, useDownloadRefusals, useRemoveImport, useUndoImport } from './import-queries.ts'
import { countsText, isUnderWay, mayUndo, stateText } from './import-text.ts'
import { FILE_FORMATS } from '@fieldwatch/contract/tables/table'
import { t as ui } from '#platform/texts.ts'
import { t } from '#shared/imports/texts.ts'

const ImportDialog = lazyPart('import-records', async () => (await import('./import-dialog.tsx')).ImportDialog)

interface ImportsPanelProps {
  unit: DataDocument
}

/** Records of a unit that came from files (admin). */
export function ImportsPanel({ unit }: ImportsPanelProps) {
  const [opened, setOpened] = useState<number | 'new'>()
  return (
    <Panel
      title={t('imports.panel.title')}
      tools={
        <SharedButton
          unit={unit}
          variant="default"
          leftSection={<IconUpload aria-hidden="true" />}
          onClick={() => setOpened('new')}
        >
          {t('imports.title')}
        </SharedButton>
      }
    >
      <Text c="dimmed">{t('imports.panel.help')}</Text>
      <SharedNote unit={unit} />
      {isShared(unit) ? undefined : <ImportList unit={unit} onOpen={setOpened} />}
      {opened === undefined ? undefined : (
        <ImportDialog
          dataId={unit.dataID}
          importId={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  )
}

interface ImportListProps extends ImportsPanelProps {
  onOpen: (importId: number) => void
}

function ImportList({ unit: { dataID }, onOpen }: ImportListProps) {
  const { timeFormat } = useMe()
  const { data, error, refetch } = useQuery(importsQuery(useApi(), dataID))
  const [undoing, setUndoing] = useState<RecordImport>()
  const download = useDownloadRefusals()
  const cancel = useCancelImport(dataID)
  const remove = useRemoveImport(dataID)
  const columns = useMemo(() => columnsFor(timeFormat), [timeFormat])
  const failed = error ?? download.error ?? cancel.error ?? remove.error
  if (data === undefined && error !== null) {
    return <FailureNote text={t('imports.panel.failed')} advice={error.message} onRetry={() => void refetch()} />
  }
  if (data?.length === 0) return <Text>{t('imports.panel.empty')}</Text>
  return (
    <>
      {failed === null ? undefined : <FailureNote text={failed.message} />}
      <DataTable
        label={t('imports.panel.table')}
        columns={columns}
        rows={data}
        rowId={({ importID }) => String(importID)}
        rowLabel={({ fileName }) => fileName}
        actions={(of) => actionsOf(of)}
      />
      {undoing === undefined ? undefined : <UndoDialog of={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )

  function actionsOf(of: RecordImport): RowAction[] {
    const { importID, state, counts } = of
    return [
      ...(state === 'ready' || isUnderWay(of)
        ? [{ label: t('imports.action.open'), onSelect: () => onOpen(importID) }]
        : []),
      ...(counts.refused + counts.emptied > 0
        ? FILE_FORMATS.map((format) => ({
            label: t('imports.refused.download-as', { format: ui(`ui.file.${format}`) }),
            onSelect: () => download.mutate({ of, format }),
          }))
        : []),
      ...(state === 'running' ? [{ label: t('imports.cancel'), onSelect: () => cancel.mutate(importID) }] : []),
      ...(mayUndo(of) ? [{ label: t('imports.action.undo'), danger: true, onSelect: () => setUndoing(of) }] : []),
      ...(state === 'ready' || state === 'uploading'
        ? [{ label: t('imports.action.remove'), danger: true, onSelect: () => remove.mutate(importID) }]
        : []),
    ]
  }
}

function columnsFor(timeFormat: TimeFormat): readonly Column<RecordImport>[] {
  return [
    { id: 'file', title: t('imports.table.file'), value: ({ fileName }) => fileName },
    { id: 'source', title: t('imports.source'), value: ({ settings }) => settings?.source },
    { id: 'state', title: t('imports.table.state'), value: stateText },
    {
      id: 'records',
      title: t('imports.table.records'),
      value: (of) => (of.counts.lines === 0 ? undefined : countsText(of)),
      sortable: false,
    },
    {
      id: 'when',
      title: t('imports.table.when'),
      value: ({ createdUTC }) => Date.parse(createdUTC),
      cell: ({ createdUTC, createdBy }) => {
        const at = formatMoment(Date.parse(createdUTC), timeFormat)
        return createdBy === null ? at : t('imports.table.when-by', { at, name: createdBy })
      },
    },
  ]
}

/** Asks before an import is undone. */
function UndoDialog({ of, onClose }: { of: RecordImport; onClose: () => void }) {
  const undo = useUndoImport(of.dataID)
  const { added, replaced } = of.counts
  return (
    <ConfirmDialog
      title={t('imports.undo.title', { file: of.fileName })}
      confirm={t('imports.undo.confirm')}
      busy={undo.isPending}
      failure={undo.isError ? { text: undo.error.message } : undefined}
      onConfirm={() => undo.mutate(of.importID, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('imports.undo.help', { added, replaced })}
    </ConfirmDialog>
  )
}
