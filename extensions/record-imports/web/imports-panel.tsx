import type { RecordImport } from '../contract/record-imports.ts'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { isShared, SharedButton, SharedNote } from '@fieldwatch/web/shared/units/shared-unit.tsx'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { IconUpload } from '@fieldwatch/web/ui/icons/icons.ts'
import type { Column, RowAction } from '@fieldwatch/web/ui/table/column.ts'
import { DataTable } from '@fieldwatch/web/ui/table/data-table.tsx'
import { Panel } from '@fieldwatch/web/features/management/panel.tsx'
import { importsQuery, useCancelImport, useDownloadRefusals, useRemoveImport, useUndoImport } from './import-queries.ts'
import { countsText, isUnderWay, mayUndo, stateText } from './import-text.ts'
import { FILE_FORMATS } from '@fieldwatch/contract/tables/table'
import { t as ui } from '@fieldwatch/web/platform/texts.ts'
import { t } from './texts.ts'

const ImportDialog = lazyPart('import-records', async () => (await import('./import-dialog.tsx')).ImportDialog)

interface ImportsPanelProps {
  unit: DataDocument
}

/** Records of a unit that came from files (admin). */
export function ImportsPanel({ unit }: ImportsPanelProps) {
  const [opened, setOpened] = useState<number | 'new'>()
  return (
    <Panel
      title={t('record-imports.panel.title')}
      tools={
        <SharedButton
          unit={unit}
          variant="default"
          leftSection={<IconUpload aria-hidden="true" />}
          onClick={() => setOpened('new')}
        >
          {t('record-imports.title')}
        </SharedButton>
      }
    >
      <Text c="dimmed">{t('record-imports.panel.help')}</Text>
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
    return <FailureNote text={t('record-imports.panel.failed')} advice={error.message} onRetry={() => void refetch()} />
  }
  if (data?.length === 0) return <Text>{t('record-imports.panel.empty')}</Text>
  return (
    <>
      {failed === null ? undefined : <FailureNote text={failed.message} />}
      <DataTable
        label={t('record-imports.panel.table')}
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
        ? [{ label: t('record-imports.action.open'), onSelect: () => onOpen(importID) }]
        : []),
      ...(counts.refused + counts.emptied > 0
        ? FILE_FORMATS.map((format) => ({
            label: t('record-imports.refused.download-as', { format: ui(`ui.file.${format}`) }),
            onSelect: () => download.mutate({ of, format }),
          }))
        : []),
      ...(state === 'running' ? [{ label: t('record-imports.cancel'), onSelect: () => cancel.mutate(importID) }] : []),
      ...(mayUndo(of)
        ? [{ label: t('record-imports.action.undo'), danger: true, onSelect: () => setUndoing(of) }]
        : []),
      ...(state === 'ready' || state === 'uploading'
        ? [{ label: t('record-imports.action.remove'), danger: true, onSelect: () => remove.mutate(importID) }]
        : []),
    ]
  }
}

function columnsFor(timeFormat: TimeFormat): readonly Column<RecordImport>[] {
  return [
    { id: 'file', title: t('record-imports.table.file'), value: ({ fileName }) => fileName },
    { id: 'source', title: t('record-imports.source'), value: ({ settings }) => settings?.source },
    { id: 'state', title: t('record-imports.table.state'), value: stateText },
    {
      id: 'records',
      title: t('record-imports.table.records'),
      value: (of) => (of.counts.lines === 0 ? undefined : countsText(of)),
      sortable: false,
    },
    {
      id: 'when',
      title: t('record-imports.table.when'),
      value: ({ createdUTC }) => Date.parse(createdUTC),
      cell: ({ createdUTC, createdBy }) => {
        const at = formatMoment(Date.parse(createdUTC), timeFormat)
        return createdBy === null ? at : t('record-imports.table.when-by', { at, name: createdBy })
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
      title={t('record-imports.undo.title', { file: of.fileName })}
      confirm={t('record-imports.undo.confirm')}
      busy={undo.isPending}
      failure={undo.isError ? { text: undo.error.message } : undefined}
      onConfirm={() => undo.mutate(of.importID, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('record-imports.undo.help', { added, replaced })}
    </ConfirmDialog>
  )
}
