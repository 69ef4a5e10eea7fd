import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { LeaveAlert, RemoveAlert } from './remove-alert.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import type { AlertActs } from './use-alert-acts.ts'
import { AlertWizard } from './wizard/alert-wizard.tsx'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#ui/components/form-dialog.tsx'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useAcknowledgeAlert } from './alert-life-queries.ts'
import type { ActedOn } from './acted-on.ts'
import { t } from './texts.ts'

/** The dialog that is open, if one is. */
export function OpenAct({ acts: { act, end } }: { acts: AlertActs }) {
  const close = (): void => end()
  switch (act?.kind) {
    case 'acknowledge':
      return <AcknowledgeDialog target={act.target} onDone={end} onClose={close} />
    case 'snooze':
      return <SnoozeDialog target={act.target} onDone={end} onClose={close} />
    case 'remove':
      return <RemoveAlert alert={act.alert} onDone={end} onClose={close} />
    case 'leave':
      return <LeaveAlert alert={act.alert} onDone={end} onClose={close} />
    case 'edit':
      return <AlertWizard opened alert={act.alert} onClose={close} />
    default:
      return undefined
  }
}

/** What became of what was done last. */
export function LastAct({ acts: { note } }: { acts: AlertActs }) {
  if (note === undefined) return undefined
  const Note = note.kind === 'success' ? SuccessNote : FailureNote
  return <Note text={note.text} {...(note.advice === undefined ? {} : { advice: note.advice })} />
}

interface AcknowledgeDialogProps {
  target: ActedOn
  /** It was done, or there was nothing to do any more. */
  onDone: (text: string) => void
  onClose: () => void
}

const LONGEST = 1_000

/** Acknowledges an alert, with a comment for the others. */
function AcknowledgeDialog({ target, onDone, onClose }: AcknowledgeDialogProps) {
  const acknowledge = useAcknowledgeAlert()
  const [comment, setComment] = useState('')
  useUnsaved(comment !== '')
  const { alertId, dataId, name } = target
  return (
    <FormDialog
      title={t('alerts.acknowledge.title', { name })}
      submit={t('alerts.acknowledge')}
      busy={acknowledge.isPending}
      failure={
        acknowledge.error === null
          ? undefined
          : { text: t('alerts.acknowledge.failed'), advice: acknowledge.error.message }
      }
      onSubmit={() => {
        acknowledge.mutate(
          { alertID: alertId, dataID: dataId, comment: comment.trim() },
          { onSuccess: (message) => onDone(message ?? t('alerts.acknowledge.done', { name })) },
        )
      }}
      onClose={onClose}
    >
      <Text>{t('alerts.acknowledge.help')}</Text>
      <Textarea
        label={t('alerts.comment')}
        description={t('alerts.comment.help')}
        rows={2}
        maxLength={LONGEST}
        value={comment}
        onChange={({ currentTarget: { value } }) => setComment(value)}
        data-autofocus
      />
    </FormDialog>
  )
}
