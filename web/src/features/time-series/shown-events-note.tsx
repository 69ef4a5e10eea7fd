import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Text } from '@mantine/core'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import classes from './chart-bar.module.css'
import type { ShownEvents } from './use-shown-events.ts'
import { t } from './texts.ts'

interface ShownEventsNoteProps {
  dataId: DataId
  events: ShownEvents
}

/** What is shaded in the charts, in words, and the way back to the events. */
export function ShownEventsNote({ dataId, events: { name, opened, shown, failure } }: ShownEventsNoteProps) {
  if (name === undefined) return undefined
  return (
    <>
      {opened ? <BackToEvents dataId={dataId} /> : undefined}
      {failure === null ? undefined : (
        <Text role="alert" c="var(--mantine-color-error)" title={failure.message}>
          {t('time-series.events.failed')}
        </Text>
      )}
      {shown === undefined ? undefined : (
        <Text className={classes['shaded'] ?? ''} component="output">
          {t('time-series.events.shown', { count: shown.count, comparison: shown.comparison })}
        </Text>
      )}
    </>
  )
}

/** Goes back to the events as they were looked at, if they were. */
function BackToEvents({ dataId }: { dataId: DataId }) {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  return (
    <Button
      variant="light"
      size="compact-sm"
      className={classes['button'] ?? ''}
      onClick={() =>
        canGoBack ? history.back() : void navigate({ to: '/dashboard/$dataID/events', params: { dataID: dataId } })
      }
    >
      {t('time-series.events.back')}
    </Button>
  )
}
