import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useMe } from '#platform/session/me-queries.ts'
import { FailureNote } from '#ui/components/failure-note.tsx'
import { IconClockExclamation } from '#ui/icons/icons.ts'
import { useCancelRequest } from './request-queries.ts'
import { hasEnded, placeText } from './request-text.ts'
import { t } from './texts.ts'

interface RequestNoteProps {
  request: ActionRequest
  /** What was asked for, as in "The change of channel 9 is on its way." */
  text: string
  /** Whether an MQTT session of the unit is up. */
  connected: boolean
}

/** Where a request is that is under way, and a way to take it back. */
export function RequestNote({ request, text, connected }: RequestNoteProps) {
  const { timeFormat } = useMe()
  const cancel = useCancelRequest()
  return (
    <Alert role="note" aria-live="polite" variant="outline" color="accent" icon={<IconClockExclamation />} p="sm">
      <Text c="var(--mantine-color-text)">{text}</Text>
      <Text c="dimmed">{placeText(request, { timeFormat, connected })}</Text>
      {hasEnded(request) ? undefined : (
        <Group mt="xs">
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(request.action_id)}
          >
            {t('requests.cancel-request')}
          </Button>
        </Group>
      )}
      {cancel.isError ? <FailureNote text={cancel.error.message} /> : undefined}
    </Alert>
  )
}
