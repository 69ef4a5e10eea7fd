import { needsOfRows } from '../source-needs.ts'
import type { WidgetType } from '../widget-type.ts'
import { RecordTable } from './record-table.tsx'
import { t } from '../texts.ts'

const TABLE_ROWS = 10
const EVENT_LOG_ROWS = 5

export const table: WidgetType = {
  name: 'table',
  label: () => t('widgets.type.table'),
  kinds: ['tables', 'eventLog'],
  drawings: {
    tables: {
      area: 'records',
      draw: ({ title, specifications }, { read }) => (
        <RecordTable
          title={title}
          specifications={specifications}
          limit={TABLE_ROWS}
          emptyText={t('widgets.records.empty')}
          read={read}
        />
      ),
      needs: ({ specifications }) => needsOfRows(specifications, TABLE_ROWS),
    },
    eventLog: {
      area: 'records',
      draw: ({ title, specifications }, { read }) => (
        <RecordTable
          title={title}
          specifications={specifications}
          limit={EVENT_LOG_ROWS}
          emptyText={t('widgets.messages.empty')}
          read={read}
        />
      ),
      needs: ({ specifications }) => needsOfRows(specifications, EVENT_LOG_ROWS),
    },
  },
  settings: async () => (await import('./table-settings.tsx')).tableSettings,
}
