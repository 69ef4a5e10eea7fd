import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { Quiet } from './alert-text.ts'
import classes from './alerts.module.css'
import { withComment } from './happening-text.ts'
import { t } from './texts.ts'

/** What was done about an alert on a unit. */
export function QuietNote({ quiet, timeFormat }: { quiet: Quiet; timeFormat: TimeFormat }) {
  return <span className={classes['quiet']}>{quietText(quiet, timeFormat)}</span>
}

function quietText(quiet: Quiet, timeFormat: TimeFormat): string {
  if (quiet.kind !== 'acknowledged')
    return t(`alerts.quiet.${quiet.kind}`, { until: formatMoment(quiet.until, timeFormat) })
  const { at, by, comment } = quiet
  const values = { known: by === null ? 'no' : 'yes', by: by ?? '', at: formatMoment(at, timeFormat) } as const
  const text = t('alerts.quiet.acknowledged', values)
  return comment === null ? text : withComment(text, comment)
}
