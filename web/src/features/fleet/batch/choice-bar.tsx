import { MOST_UNITS_A_BATCH } from '@fieldwatch/contract/batch-limits'
import type { ListedUnit } from '../listed-unit.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { newestBatchQuery } from './batch-queries.ts'
import { type Chosen, unitsText, withAll } from './chosen-units.ts'
import classes from './batch.module.css'

interface ChoiceBarProps {
  chosen: Chosen
  /** What search and filter show. */
  shown: readonly ListedUnit[]
  onChange: (chosen: Chosen) => void
  onSend: () => void
  onCancel: () => void
  /** Shows a batch that was sent before. */
  onShow: (batchId: number) => void
}

/** What can be done with the units that are chosen. */
export function ChoiceBar({ chosen, shown, onChange, onSend, onCancel, onShow }: ChoiceBarProps) {
  const { data: newest } = useQuery(newestBatchQuery(useApi()))
  const all = withAll(chosen, shown)
  const hasAll = all.size === chosen.size
  return (
    <section aria-label="Send request" className={classes['bar']}>
      <div className={classes['line']}>
        <Text fw={550} size="sm" aria-live="polite">
          {chosen.size >= MOST_UNITS_A_BATCH ? `${chosen.size} chosen, the most there may be` : `${chosen.size} chosen`}
        </Text>
        <Button variant="subtle" size="compact-sm" disabled={hasAll} onClick={() => onChange(all)}>
          {shown.length > MOST_UNITS_A_BATCH
            ? `Select the first ${MOST_UNITS_A_BATCH} shown`
            : `Select all ${shown.length} shown`}
        </Button>
      </div>
      {newest ? (
        <div className={`${classes['line']} ${classes['last']}`}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onShow(newest.batchID)}>
            Last sent: {newest.action} to {unitsText(newest.counts.units)}
          </Button>
        </div>
      ) : undefined}
      <div className={classes['line']}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={chosen.size === 0} onClick={onSend}>
          Send request…
        </Button>
      </div>
    </section>
  )
}
