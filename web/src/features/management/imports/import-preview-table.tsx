import type { ImportPreview, PreviewLine } from '@fieldwatch/contract/telemetry/record-imports'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { useMe } from '#platform/session/me-queries.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { t } from '#shared/imports/texts.ts'

/** The first lines of a file as they would be stored. */
export function ImportPreviewTable({ preview: { settings, lines } }: { preview: ImportPreview }) {
  const { timeFormat } = useMe()
  const columns = useMemo(
    () =>
      columnsFor(
        settings.columns.map(({ field }) => field),
        timeFormat,
      ),
    [settings.columns, timeFormat],
  )
  return (
    <DataTable
      label={t('imports.preview')}
      title={t('imports.preview.title')}
      columns={columns}
      rows={lines}
      rowId={({ line }) => String(line)}
      rowLabel={({ line }) => t('imports.line', { line })}
      emptyText={t('imports.preview.empty')}
      compact
      sortable={false}
    />
  )
}

/** Fields that are shown; all are imported. */
const SHOWN_FIELDS = 8

function columnsFor(fields: readonly string[], timeFormat: TimeFormat): readonly Column<PreviewLine>[] {
  return [
    { id: 'line', title: t('imports.table.line'), value: ({ line }) => line, align: 'end' },
    {
      id: 'time',
      title: t('imports.table.time'),
      value: ({ messageUTC }) => messageUTC,
      cell: ({ messageUTC, refusal }) =>
        messageUTC === null ? (
          <Text c="var(--mantine-color-error)">{refusal}</Text>
        ) : (
          formatMoment(Date.parse(messageUTC), timeFormat)
        ),
    },
    ...fields.slice(0, SHOWN_FIELDS).map((field): Column<PreviewLine> => ({
      id: `field ${field}`,
      heading: field,
      value: ({ fields: values }) => (Object.hasOwn(values, field) ? values[field] : undefined),
    })),
  ]
}
