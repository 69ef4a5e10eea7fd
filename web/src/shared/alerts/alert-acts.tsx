import { FailureNote } from '#ui/components/failure-note.tsx'
import { SuccessNote } from '#ui/components/success-note.tsx'
import { AcknowledgeDialog } from './acknowledge-dialog.tsx'
import { LeaveAlert, RemoveAlert } from './remove-alert.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import type { AlertActs } from './use-alert-acts.ts'
import { AlertWizard } from './wizard/alert-wizard.tsx'

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
