import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { useMe } from '#platform/session/me-queries.ts'
import { portalNow } from '#platform/time/portal-clock.ts'
import { MomentField } from '#shared/time-range/moment-field.tsx'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import type { ActedOn } from './acted-on.ts'
import { useSnoozeAlert } from './alert-life-queries.ts'
import { SNOOZES, snoozeEnd, UNTIL } from './snooze-times.ts'
import { t } from './texts.ts'

interface SnoozeDialogProps {
  target: ActedOn
  onDone: (text: string) => void
  onClose: () => void
}

const LONGEST = 1_000
const FIRST: string = SNOOZES[0].value

/** Has an alert tell no one anything for a time. */
export function SnoozeDialog({ target, onDone, onClose }: SnoozeDialogProps) {
  const { timeFormat } = useMe()
  const snooze = useSnoozeAlert()
  const [choice, setChoice] = useState(FIRST)
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const [tried, setTried] = useState(false)
  const [openedAt] = useState(portalNow)
  useUnsaved(comment !== '' || typed !== '' || choice !== FIRST)
  const end = snoozeEnd({ choice, typed }, openedAt, timeFormat)
  const { alertId, dataId, name } = target

  function send(): void {
    setTried(true)
    const wanted = snoozeEnd({ choice, typed }, portalNow(), timeFormat)
    if (!('at' in wanted)) return
    snooze.mutate(
      { alertID: alertId, dataID: dataId, until: new Date(wanted.at).toISOString(), comment: comment.trim() },
      {
        onSuccess: (message) =>
          onDone(message ?? t('alerts.snooze.done', { name, until: formatMoment(wanted.at, timeFormat) })),
      },
    )
  }

  return (
    <FormDialog
      title={t('alerts.snooze.title', { name })}
      submit={t('alerts.snooze')}
      busy={snooze.isPending}
      failure={snooze.error === null ? undefined : { text: t('alerts.snooze.failed'), advice: snooze.error.message }}
      onSubmit={send}
      onClose={onClose}
    >
      <NativeSelect
        label={t('alerts.snooze.for')}
        data={[
          ...SNOOZES.map(({ value, label }) => ({ value, label: t(label) })),
          { value: UNTIL, label: t('alerts.snooze.until-choice') },
        ]}
        value={choice}
        onChange={({ currentTarget: { value } }) => setChoice(value)}
        data-autofocus
      />
      {choice === UNTIL ? (
        <MomentField
          label={t('alerts.snooze.until')}
          value={typed}
          error={tried && 'problem' in end ? end.problem : undefined}
          onChange={setTyped}
        />
      ) : undefined}
      <Text aria-live="polite">
        {'at' in end
          ? t('alerts.snooze.help', { until: formatMoment(end.at, timeFormat) })
          : t('alerts.snooze.help-open')}
      </Text>
      <Textarea
        label={t('alerts.comment')}
        description={t('alerts.comment.help')}
        rows={2}
        maxLength={LONGEST}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
      />
    </FormDialog>
  )
}
