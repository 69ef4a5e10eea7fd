import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { Button, Text } from '@mantine/core'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import classes from './chart-bar.module.css'
import type { ShownEvents } from './use-shown-events.ts'

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
          Failed to retrieve events.
        </Text>
      )}
      {shown === undefined ? undefined : (
        <Text className={classes['shaded'] ?? ''} component="output">
          {countText(shown.count)} where {shown.comparison}
        </Text>
      )}
    </>
  )
}

function countText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`
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
      Back to Events
    </Button>
  )
}
