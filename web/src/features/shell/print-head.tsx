import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { usePrinting } from '#platform/print/print-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import classes from './print-head.module.css'

/** Stands above a page on paper: whose it is, and when it was printed. */
export function PrintHead() {
  const { since } = usePrinting()
  const { company, entity, entityData, timeFormat } = useMe()
  if (since === undefined) return undefined
  return (
    <div className={classes['head']} data-above-dialog>
      <span>{entityData[entity]?.name ?? company} · Fieldwatch</span>
      <span>
        Printed {formatMoment(since, timeFormat)} ({new Intl.DateTimeFormat().resolvedOptions().timeZone})
      </span>
    </div>
  )
}
