import {
  listAlertHistory,
  listAlertNotifications,
  type NotificationKind,
} from '@fieldwatch/contract/alerts/alert-history'
import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { columnsOfValue } from '@fieldwatch/contract/events/event-columns'
import { type EventPage, listEvents } from '@fieldwatch/contract/events/events'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { ask } from '#testing/running-server.ts'
import { type Value, writeFigures } from './naive-models.ts'
import { WATCHED_FIELDS, type WatchedSource, type WatchedUnit } from './watched-unit.ts'

export interface Asking {
  readonly url: string
  readonly token: string
  /** The moment of the clock. */
  readonly now: number
}

/** A number with the time of its arrival. */
export interface Stored extends Value {
  readonly receivedAt: number
}

/** The numbers of a source as they are stored. */
export async function readValues({ url, token }: Asking, { unit }: WatchedUnit, of: WatchedSource): Promise<Stored[]> {
  const { source, field } = WATCHED_FIELDS[of]
  const values: Stored[] = []
  let body: CallOf<typeof queryData>['body'] | undefined = { dataID: unit.dataId, subject: source }
  while (body !== undefined) {
    const { details }: ReplyOf<typeof queryData>['body'] = (await ask({ url }, queryData, { token, body })).body
    for (const { messageUTC, recieveUTC, [field]: value } of details.data) {
      if (typeof value !== 'number' && typeof value !== 'boolean') continue
      values.push({ at: Date.parse(messageUTC), receivedAt: Date.parse(recieveUTC), value: Number(value) })
    }
    body = details.pagination.hasNext ? details.pagination : undefined
  }
  return values.sort((one, other) => one.at - other.at)
}

export async function readChanges({ url, token }: Asking, alertID: AlertId, { withValues }: { withValues: boolean }) {
  const query = { alertID, limit: 500 }
  const { details } = await ask({ url }, listAlertHistory, { token, query })
  return details.history
    .toReversed()
    .filter(({ happening }) => happening === 'high' || happening === 'ok')
    .map(({ happening, atUTC, value }) => `${happening} at ${Date.parse(atUTC)}${withValues ? ` with ${value}` : ''}`)
}

export async function readStatus({ url, token }: Asking, alertID: AlertId) {
  const { details } = await ask({ url }, listAlerts, { token, query: { alertID } })
  return details[0]?.status
}

export async function readOccurrences({ url, token }: Asking, { unit }: WatchedUnit, name: string): Promise<string[]> {
  const query = { dataID: unit.dataId, name }
  const { occurrences } = (await ask({ url }, listEvents, { token, query })).details as EventPage
  return occurrences.map((occurrence) => {
    const end = occurrence.endUTC === null ? 'on' : Date.parse(occurrence.endUTC)
    const figures = [WATCHED_FIELDS.tank, WATCHED_FIELDS.room].map((value) =>
      // What it was at the start may be a text.
      writeFigures(
        columnsOfValue(value)
          .slice(1)
          .map((column) => occurrence[column] as number | null),
      ),
    )
    return [`${Date.parse(occurrence.startUTC)} to ${end}`, ...figures].join('; ')
  })
}

/** The kinds of the mails about an alert in their order. */
export async function readMessages({ url, token }: Asking, alertID: AlertId): Promise<NotificationKind[]> {
  const query = { alertID, channel: 'mail' as const, limit: 500 }
  const { details } = await ask({ url }, listAlertNotifications, { token, query })
  return details.notifications.toReversed().map(({ kind }) => kind)
}
