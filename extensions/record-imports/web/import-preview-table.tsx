import type { ImportPreview, PreviewLine } from '../contract/record-imports.ts'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import type { Column } from '@fieldwatch/web/ui/table/column.ts'
import { DataTable } from '@fieldwatch/web/ui/table/data-table.tsx'
import { fileMoment } from './import-text.ts'
import { t } from './texts.ts'

/** The first lines of a file as they would be stored. */
export function ImportPreviewTable({ preview: { settings, lines } }: { preview: ImportPreview }) {
  const { timeFormat } = useMe()
  const columns = useMemo(
    () =>
      columnsFor(
        settings.columns.map(({ field }) => field),
        { timeFormat, timeZone: settings.time.zone },
      ),
    [settings.columns, settings.time.zone, timeFormat],
  )
  return (
    <DataTable
      label={t('record-imports.preview')}
      title={t('record-imports.preview.title')}
      columns={columns}
      rows={lines}
      rowId={({ line }) => String(line)}
      rowLabel={({ line }) => t('record-imports.line', { line })}
      emptyText={t('record-imports.preview.empty')}
      compact
      sortable={false}
    />
  )
}

/** Fields that are shown; all are imported. */
const SHOWN_FIELDS = 8

function columnsFor(
  fields: readonly string[],
  reader: { timeFormat: TimeFormat; timeZone: string },
): readonly Column<PreviewLine>[] {
  return [
    { id: 'line', title: t('record-imports.table.line'), value: ({ line }) => line, align: 'end' },
    {
      id: 'time',
      title: t('record-imports.table.time'),
      value: ({ messageUTC }) => messageUTC,
      cell: ({ messageUTC, refusal }) =>
        messageUTC === null ? (
          <Text c="var(--mantine-color-error)">{refusal}</Text>
        ) : (
          fileMoment(Date.parse(messageUTC), reader)
        ),
    },
    ...fields.slice(0, SHOWN_FIELDS).map((field): Column<PreviewLine> => ({
      id: `field ${field}`,
      heading: field,
      value: ({ fields: values, odd }) =>
        Object.hasOwn(values, field) ? values[field] : Object.hasOwn(odd, field) ? odd[field] : undefined,
    })),
  ]
}
