import type { DataId } from '@fieldwatch/contract/api/ids'
import { Text } from '@mantine/core'
import { ButtonLink } from '#ui/components/button-link.tsx'
import classes from './chart-bar.module.css'
import type { ShownAlert } from './use-shown-alert.ts'
import type { ShownMarks } from './use-shown-events.ts'
import { t } from './texts.ts'

interface ShownAlertNoteProps {
  dataId: DataId
  alert: ShownAlert
}

/** What the charts draw of an alert, in words, and the way to the alert. */
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
          {t('time-series.alert.open')}
        </ButtonLink>
      ) : (
        <Text role="alert" c="var(--mantine-color-error)" title={failure.message}>
          {t('time-series.alert.failed')}
        </Text>
      )}
      {shown === undefined ? undefined : (
        <Text className={classes['shaded'] ?? ''} component="output">
          {shownText(name ?? '', shown)}
        </Text>
      )}
    </>
  )
}

function shownText(name: string, { count, comparison }: ShownMarks): string {
  if (comparison === '') return t('time-series.alert.shown', { name, count })
  return t('time-series.alert.shown.where', { name, count, comparison })
}
