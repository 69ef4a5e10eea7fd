import { RECEIVED_LATER_MS } from '../contract/incident-facts.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import type { ConfigurationThen } from '@fieldwatch/server/features/replay/state-request-store'
import type {
  FrozenAlert,
  FrozenConfiguration,
  FrozenEntry,
  FrozenEvent,
  FrozenNote,
  FrozenRequest,
} from './frozen-facts.ts'
import type { FoundAlertChange, FoundNote, FoundNotification, FoundOccurrence, FoundRequest } from './timeline-store.ts'

/** An entry with its unit. */
export type UnitEntry<Entry extends FrozenEntry = FrozenEntry> = Entry & { readonly dataId: DataId }

/** The most notifications of one change of an alert. */
const MOST_NOTIFICATIONS = 50

/** When the portal learned of something, where that was later. */
function knownText(at: number, knownAt: number): string | null {
  return knownAt - at >= RECEIVED_LATER_MS ? formatTime(knownAt) : null
}

/** Each change with the notifications that followed it, up to the next change of the alert on the unit. */
export function alertEntries(
  changes: readonly FoundAlertChange[],
  notifications: readonly FoundNotification[],
): UnitEntry<FrozenAlert>[] {
  const sent = Map.groupBy(notifications, keyOf)
  const entries: UnitEntry<FrozenAlert>[] = []
  for (const [key, ofOne] of Map.groupBy(changes, keyOf)) {
    const turns = ofOne.filter(({ happening }) => happening !== 'acknowledged')
    for (const change of ofOne) {
      const next = turns[turns.indexOf(change) + 1]?.notedAt ?? Infinity
      const own =
        change.happening === 'acknowledged'
          ? []
          : (sent.get(key) ?? []).filter(({ at }) => at >= change.notedAt && at < next).slice(0, MOST_NOTIFICATIONS)
      entries.push(alertEntry(change, own))
    }
  }
  return entries
}

function alertEntry(change: FoundAlertChange, sent: readonly FoundNotification[]): UnitEntry<FrozenAlert> {
  const { dataId, alertId: alertID, entity, title, happening, at, notedAt, value, bound: limit, comment } = change
  const { unitOfMeasure, byId } = change
  const notifications = sent.map(({ kind, channel, recipient, toId, at: sentAt, state }) => ({
    kind,
    channel,
    recipient: toId === null ? recipient : '',
    toId,
    atUTC: formatTime(sentAt),
    state,
  }))
  return {
    kind: 'alert',
    dataId,
    atUTC: formatTime(at),
    knownUTC: knownText(at, notedAt),
    happening,
    alertID,
    entity,
    title,
    value,
    limit,
    unitOfMeasure,
    comment,
    byId,
    notifications: change.mayChange ? notifications : null,
  }
}

function keyOf({ alertId, dataId }: Pick<FoundAlertChange, 'alertId' | 'dataId'>): string {
  return `${alertId} ${dataId}`
}

/** When the records arrived that an occurrence begins and ends with; undefined where that is not known. */
export type ArrivalOf = (occurrence: FoundOccurrence, at: number) => number | undefined

/** The starts and ends within a range. */
export function eventEntries(
  occurrences: readonly FoundOccurrence[],
  { from, to }: TimeRange,
  arrivalOf: ArrivalOf,
): UnitEntry<FrozenEvent>[] {
  return occurrences.flatMap((occurrence) => {
    const { dataId, name, title, tag, sources, startAt, endAt } = occurrence
    const entry = (happening: 'began' | 'ended', at: number | null): UnitEntry<FrozenEvent>[] => {
      if (at === null || at < from || at >= to) return []
      const knownUTC = knownText(at, arrivalOf(occurrence, at) ?? at)
      return [{ kind: 'event', dataId, atUTC: formatTime(at), knownUTC, happening, name, title, tag, sources }]
    }
    return [...entry('began', startAt), ...entry('ended', endAt)]
  })
}

/** What was sent and what became of it, within a range. */
export function requestEntries(requests: readonly FoundRequest[], { from, to }: TimeRange): UnitEntry<FrozenRequest>[] {
  return requests.flatMap((request) => {
    const { dataId, id, actionClass, action, status, byId } = request
    const times: readonly (readonly [FrozenRequest['happening'], number | null])[] = [
      ['sent', request.createdAt],
      ['handed-over', request.handedOverAt],
      ['answered', request.answeredAt],
      ['expired', request.expiredAt],
      ['cancelled', request.cancelledAt],
      ['not-sent', request.notSentAt],
    ]
    return times.flatMap(([happening, at]): UnitEntry<FrozenRequest>[] => {
      if (at === null || at < from || at >= to) return []
      const common = { kind: 'request', dataId, atUTC: formatTime(at), knownUTC: null, happening } as const
      return [
        {
          ...common,
          action_id: id,
          actionClass,
          action,
          status: happening === 'answered' ? status : null,
          byId: happening === 'sent' ? byId : null,
        },
      ]
    })
  })
}

export function configurationEntries(found: readonly ConfigurationThen[]): UnitEntry<FrozenConfiguration>[] {
  return found.map(({ dataId, actionClass, version, at }) => ({
    kind: 'configuration',
    dataId,
    atUTC: formatTime(at),
    knownUTC: null,
    actionClass,
    version,
  }))
}

export function noteEntry(note: FoundNote, { pinned }: { pinned: boolean }): UnitEntry<FrozenNote> {
  const { dataId, id, text, source, startAt, endAt, createdAt, byId } = note
  return {
    kind: 'note',
    dataId,
    atUTC: formatTime(startAt),
    knownUTC: knownText(startAt, createdAt),
    noteID: id,
    text,
    source,
    endUTC: formatTimeOrNull(endAt),
    byId,
    pinned,
  }
}

/** Without what became known after a moment. */
export function knownBy<Entry extends { readonly knownUTC: string | null }>(
  entries: readonly Entry[],
  moment: number,
): Entry[] {
  return entries.filter(({ knownUTC }) => knownUTC === null || Date.parse(knownUTC) <= moment)
}
