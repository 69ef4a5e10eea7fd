import type { Sim } from '@fieldwatch/contract/units/sims'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { simsQuery } from '#shared/sims/sim-queries.ts'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'
import type { Column } from '#ui/table/column.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Panel } from './panel.tsx'
import classes from './management.module.css'
import { t } from './texts.ts'

interface UnitSimsProps {
  dataId: string
}

function columns(): readonly Column<Sim>[] {
  return [
    {
      id: 'iccid',
      title: t('management.sims.iccid'),
      value: ({ iccid }) => iccid,
      cell: ({ iccid }) => (
        <Link to="/sim-cards" search={{ search: iccid }} className={classes['link']}>
          {iccid}
        </Link>
      ),
    },
    { id: 'status', title: t('management.sims.status'), value: ({ status }) => simStatusText(status) },
    { id: 'operator', title: t('management.sims.operator'), value: ({ operator }) => operator },
    {
      id: 'data_used',
      title: t('management.sims.data-used'),
      value: usageText,
      cell: (sim) => <span className={classes['usage']}>{usageText(sim) ?? EMPTY_CELL}</span>,
      sortable: false,
      align: 'end',
    },
  ]
}

/** The SIM cards in a unit. */
export function UnitSims({ dataId }: UnitSimsProps) {
  const { data: sims, error, refetch } = useQuery(simsQuery(useApi(), dataId))
  const shown = useMemo(() => columns(), [])
  return (
    <Panel title={t('management.sims')}>
      {error === null ? undefined : (
        <FailureNote text={t('management.sims.failed')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {sims === undefined && error !== null ? undefined : (
        <DataTable
          compact
          label={t('management.sims.label')}
          columns={shown}
          rows={sims}
          rowId={({ simID }) => simID}
          rowLabel={({ iccid }) => iccid}
          emptyText={t('management.sims.empty')}
        />
      )}
    </Panel>
  )
}
