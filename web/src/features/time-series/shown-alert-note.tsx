import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Text } from '@mantine/core'
import { ButtonLink } from '#ui/components/button-link.tsx'
import classes from './chart-bar.module.css'
import type { ShownAlert } from './use-shown-alert.ts'

interface ShownAlertNoteProps {
  dataId: DataId
  alert: ShownAlert
}

/** What of an alert is drawn in the charts, in words, and the way to the alert. */
export function ShownAlertNote({ dataId, alert: { id, name, shown, failure } }: ShownAlertNoteProps) {
  if (id === undefined) return undefined
  return (
    <>
      {failure === null ? (
        <ButtonLink
          to="/dashboard/$dataID/management/alerts"
          params={{ dataID: dataId }}
          search={{ alert: id }}
          variant="light"
          size="compact-sm"
          className={classes['button'] ?? ''}
        >
          To the alert
        </ButtonLink>
      ) : (
        <Text role="alert" c="var(--mantine-color-error)" title={failure.message}>
          Failed to retrieve the alert.
        </Text>
      )}
      {shown === undefined ? undefined : (
        <Text className={classes['shaded'] ?? ''} component="output">
          {name}: triggered {formatCount(shown.count)} {shown.count === 1 ? 'time' : 'times'}
          {shown.comparison === '' ? '' : ` where ${shown.comparison}`}
        </Text>
      )}
    </>
  )
}
