import type { Sim } from '@fieldwatch/contract/units/sims'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#platform/api/api-context.tsx'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { simsQuery } from '#shared/sims/sim-queries.ts'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'
import type { Column } from '#ui/table/column.ts'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Panel } from './panel.tsx'
import classes from './management.module.css'

interface UnitSimsProps {
  dataId: string
}

const COLUMNS: readonly Column<Sim>[] = [
  {
    id: 'iccid',
    heading: 'ICCID',
    value: ({ iccid }) => iccid,
    cell: ({ iccid }) => (
      <Link to="/sim-cards" search={{ search: iccid }} className={classes['link']}>
        {iccid}
      </Link>
    ),
  },
  { id: 'status', value: ({ status }) => simStatusText(status) },
  { id: 'operator', value: ({ operator }) => operator },
  {
    id: 'data_used',
    value: usageText,
    cell: (sim) => <span className={classes['usage']}>{usageText(sim) ?? EMPTY_CELL}</span>,
    sortable: false,
    align: 'end',
  },
]

/** The SIM cards in a unit. */
export function UnitSims({ dataId }: UnitSimsProps) {
  const { data: sims, error, refetch } = useQuery(simsQuery(useApi(), dataId))
  return (
    <Panel title="SIM Cards">
      {error === null ? undefined : (
        <FailureNote text="Faild to retrieve sim cards" advice={error.message} onRetry={() => void refetch()} />
      )}
      {sims === undefined && error !== null ? undefined : (
        <DataTable
          compact
          label="SIM cards of this unit"
          columns={COLUMNS}
          rows={sims}
          rowId={({ simID }) => simID}
          rowLabel={({ iccid }) => iccid}
          emptyText="No SIM card is linked to this unit."
        />
      )}
    </Panel>
  )
}
