import type { Alert } from '@fieldwatch/contract/alerts'
import type { DataId } from '@fieldwatch/contract/ids'
import type { SessionUser } from '@fieldwatch/contract/users'
import type { RowAction } from '#ui/table/column.ts'
import { actedOn } from './acted-on.ts'
import type { AlertListKind } from './alert-page-query.ts'
import { mayAct, mayEdit } from './alert-rights.ts'
import { quietOf } from './alert-text.ts'
import type { AlertActs } from './use-alert-acts.ts'

interface Setting {
  readonly kind: AlertListKind
  readonly me: Pick<SessionUser, 'role' | 'entityData'>
  /** On the page of a unit what is done is about that unit alone. */
  readonly dataId: DataId | undefined
  readonly acts: Pick<AlertActs, 'begin' | 'subscribe' | 'wake'>
  readonly now: number
}

/** What a person may do with an alert of a list (specification, document 2, sections 2.6 and 6). */
export function alertActions(alert: Alert, setting: Setting): RowAction[] {
  const { kind, acts } = setting
  const { mine, unsubscribed } = alert
  if (kind === 'viewer') return [...comingBack(alert, acts), leaving(alert, acts)]
  return [
    ...lifeActions(alert, setting),
    ...(mine === 'owner'
      ? unsubscribed
        ? comingBack(alert, acts)
        : [{ label: 'Stop its messages to me', onSelect: () => acts.subscribe(alert, false) }]
      : []),
    ...(mine === 'viewer' ? [...comingBack(alert, acts), leaving(alert, acts)] : []),
    ...(mayEdit(alert, setting.me, { all: kind === 'all' })
      ? [
          { label: 'Edit', onSelect: () => acts.begin({ kind: 'edit', alert }) },
          { label: 'Delete', danger: true, onSelect: () => acts.begin({ kind: 'remove', alert }) },
        ]
      : []),
  ]
}

/** What is done about an alert as it lasts. */
function lifeActions(alert: Alert, { me, dataId, acts, now }: Setting): RowAction[] {
  if (!mayAct(alert, me)) return []
  const [state] = dataId === undefined ? [] : alert.states
  const target = state === undefined ? actedOn(alert) : actedOn(alert, state)
  const states = state === undefined ? alert.states : [state]
  const isHigh = states.some(({ status }) => status === 'high')
  const isSnoozed = states.some((one) => quietOf(one, now)?.kind === 'snoozed')
  return [
    ...(isHigh ? [{ label: 'Acknowledge', onSelect: () => acts.begin({ kind: 'acknowledge', target }) }] : []),
    { label: 'Snooze', onSelect: () => acts.begin({ kind: 'snooze', target }) },
    ...(isSnoozed ? [{ label: 'End the snooze', onSelect: () => acts.wake(target) }] : []),
  ]
}

/** For who ended the messages alone, here or by the link in a mail. */
function comingBack(alert: Alert, { subscribe }: Pick<AlertActs, 'subscribe'>): RowAction[] {
  return alert.unsubscribed ? [{ label: 'Get its messages again', onSelect: () => subscribe(alert, true) }] : []
}

function leaving(alert: Alert, { begin }: Pick<AlertActs, 'begin'>): RowAction {
  return { label: 'Unsubscribe', danger: true, onSelect: () => begin({ kind: 'leave', alert }) }
}
