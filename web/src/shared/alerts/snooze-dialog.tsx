import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import type { ActedOn } from './acted-on.ts'
import { useSnoozeAlert } from './alert-life-queries.ts'
import { SNOOZES, snoozeEnd, UNTIL } from './snooze-times.ts'

interface SnoozeDialogProps {
  target: ActedOn
  onDone: (text: string) => void
  onClose: () => void
}

const LONGEST = 1_000
const FIRST: string = SNOOZES[0].value

/** Has an alert tell nobody anything for a time. */
export function SnoozeDialog({ target, onDone, onClose }: SnoozeDialogProps) {
  const { timeFormat } = useMe()
  const snooze = useSnoozeAlert()
  const [choice, setChoice] = useState(FIRST)
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const [tried, setTried] = useState(false)
  const [openedAt] = useState(() => Date.now())
  useUnsaved(comment !== '' || typed !== '' || choice !== FIRST)
  const end = snoozeEnd({ choice, typed }, openedAt, timeFormat)
  const { alertId, dataId, name } = target

  function send(): void {
    setTried(true)
    const wanted = snoozeEnd({ choice, typed }, Date.now(), timeFormat)
    if (!('at' in wanted)) return
    snooze.mutate(
      { alertID: alertId, dataID: dataId, until: new Date(wanted.at).toISOString(), comment: comment.trim() },
      { onSuccess: (message) => onDone(message ?? `${name} is snoozed until ${formatMoment(wanted.at, timeFormat)}.`) },
    )
  }

  return (
    <FormDialog
      title={`Snooze ${name}`}
      submit="Snooze"
      busy={snooze.isPending}
      failure={snooze.error === null ? undefined : { text: 'It was not snoozed.', advice: snooze.error.message }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onClose={onClose}
    >
      <NativeSelect
        label="For"
        data={[...SNOOZES, { value: UNTIL, label: 'Until a moment…' }]}
        value={choice}
        onChange={({ currentTarget: { value } }) => setChoice(value)}
        data-autofocus
      />
      {choice === UNTIL ? (
        <MomentField
          label="Until"
          value={typed}
          error={tried && 'problem' in end ? end.problem : undefined}
          onChange={setTyped}
        />
      ) : undefined}
      <Text aria-live="polite">
        {'at' in end
          ? `Nobody gets messages of it until ${formatMoment(end.at, timeFormat)}. If it is triggered then, people are told.`
          : 'Nobody gets messages of it until then.'}
      </Text>
      <Textarea
        label="Comment"
        description="Owners and those with whom the alert is shared read it."
        rows={2}
        maxLength={LONGEST}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
    </FormDialog>
  )
}
