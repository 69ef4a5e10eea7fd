import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { useState } from 'react'
import type { ActedOn } from './acted-on.ts'
import { useSubscribeAlert } from './alert-queries.ts'
import { useSnoozeAlert } from './alert-life-queries.ts'
import { t } from './texts.ts'

/** What is being done about an alert in a dialog. */
type AlertAct =
  | { readonly kind: 'acknowledge' | 'snooze'; readonly target: ActedOn }
  | { readonly kind: 'edit' | 'remove' | 'leave'; readonly alert: Alert }

type ActNote = { readonly kind: 'success' | 'failure'; readonly text: string; readonly advice?: string }

export type AlertActs = ReturnType<typeof useAlertActs>

/** What a person does about alerts: the dialog that is open, and a sentence about what was done last. */
export function useAlertActs() {
  const [act, setAct] = useState<AlertAct>()
  const [note, setNote] = useState<ActNote>()
  const subscribe = useSubscribeAlert()
  const wake = useSnoozeAlert()

  function failed(text: string) {
    return ({ message }: Error) => setNote({ kind: 'failure', text, advice: message })
  }

  return {
    act,
    note,
    begin: (next: AlertAct): void => {
      setNote(undefined)
      setAct(next)
    },
    /** The dialog is closed; with a sentence when something was done. */
    end: (done?: string): void => {
      setAct(undefined)
      if (done !== undefined) setNote({ kind: 'success', text: done })
    },
    /** Messages to oneself; someone who does not own the alert leaves it, and is asked before. */
    subscribe: ({ id: alertID, name }: Alert, wanted: boolean): void =>
      subscribe.mutate(
        { alertID, subscribe: wanted },
        {
          onSuccess: () =>
            setNote({
              kind: 'success',
              text: wanted ? t('alerts.unmute.done', { name }) : t('alerts.mute.done', { name }),
            }),
          onError: failed(t('alerts.mute.failed')),
        },
      ),
    /** Notifications are sent again from now on. */
    wake: ({ alertId, dataId, name }: ActedOn): void =>
      wake.mutate(
        { alertID: alertId, dataID: dataId, until: null },
        {
          onSuccess: () => setNote({ kind: 'success', text: t('alerts.snooze.ended', { name }) }),
          onError: failed(t('alerts.snooze.not-ended')),
        },
      ),
  }
}
