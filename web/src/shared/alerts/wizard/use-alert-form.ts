import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { changedFields } from '#shared/changes/changed-fields.ts'
import { type ChangeForm, useChangeForm } from '#shared/changes/use-change-form.ts'
import { fetchAlert, useCreateAlert, useUpdateAlert } from '../alert-queries.ts'
import { type AlertForm, draftOf, formOfAlert } from './alert-form.ts'

interface Setting {
  alert: Alert | undefined
  empty: AlertForm
  onDone: () => void
}

interface AlertEdit {
  edit: ChangeForm<Alert | undefined, AlertForm>
  save: () => void
  busy: boolean
  /** Why it was not saved, or why the newer one could not be loaded. */
  error: Error | null
}

/** The form of an alert and what saves it: a new one whole and once, of one that is changed only what differs. */
export function useAlertForm({ alert, empty, onDone }: Setting): AlertEdit {
  const api = useApi()
  const client = useQueryClient()
  const { role } = useMe()
  const create = useCreateAlert()
  const update = useUpdateAlert()
  const edit = useChangeForm<Alert | undefined, AlertForm>({
    thing: alert,
    valuesOf: (base) => (base === undefined ? empty : formOfAlert(base)),
    validate: () => ({}),
    ids: { entity: 'entity', devices: 'unit', owners: 'user', viewers: 'user' },
    readNewer: async () => alert && fetchAlert(client, api, alert.id, { all: role === 'admin' }),
    onNewer: update.reset,
  })

  function save(): void {
    const values = edit.form.getValues()
    const draft = draftOf(values)
    const { base } = edit
    if (base === undefined) {
      create.mutate({ ...draft, timeZone: values.timeZone }, { onSuccess: onDone })
      return
    }
    const changes = changedFields(draftOf(formOfAlert(base)), draft)
    if (Object.keys(changes).length === 0) return onDone()
    update.mutate({ ...changes, alertID: base.id, version: base.version }, { onSuccess: onDone })
  }

  return {
    edit,
    save,
    busy: create.isPending || update.isPending,
    error: edit.loadError ?? create.error ?? update.error,
  }
}
