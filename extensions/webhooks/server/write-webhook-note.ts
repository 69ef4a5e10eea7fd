import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import { languageFor, textsIn } from '@fieldwatch/messages/server-texts'
import { sentMeasures } from '@fieldwatch/contract/measures/measure'
import type { WebhookNote } from './webhook-note.ts'
import { formatTime, formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import type { DueNotification } from '@fieldwatch/server/features/alerts/notification-store'
import { addressOf, lineOf, type Reader, subjectOf, titleOf } from '@fieldwatch/server/features/alerts/write-message'

/** What a webhook gets of alerts: sentences for rooms in the language of its entity, and fields for programs. */
export function noteOf(due: readonly DueNotification[], publicUrl: string): WebhookNote {
  const language = languageFor(due[0]?.language)
  const t = textsIn(language)
  const reader: Reader = { firstName: '', language, timeFormat: '24Hour', measures: sentMeasures, publicUrl }
  const messages = due.map(({ alert }) => ({ ...alert, unsubscribeUrl: '' }))
  const lines = messages.flatMap((alert) =>
    alert.units.map((unit) => {
      const line = lineOf(alert, unit, reader)
      return {
        text: messages.length === 1 ? line : `${titleOf(alert, t)}. ${line}`,
        url: addressOf(alert, unit, reader),
      }
    }),
  )
  return {
    language,
    title: subjectOf(messages, t),
    lines,
    isUrgent: due.some(({ alert }) => alert.kind === 'alarm' || alert.kind === 'reminder'),
    data: { type: 'alerts', alerts: due.map((one) => dataOf(one, reader)) },
  }
}

function dataOf({ entity, alert: due }: DueNotification, reader: Reader): object {
  const alert = { ...due, unsubscribeUrl: '' }
  return {
    alertID: alert.id,
    name: alert.name,
    description: alert.description,
    entity,
    kind: alert.kind,
    type: alert.type,
    source: alert.source,
    event: alert.event?.name ?? null,
    condition: alert.condition,
    title: titleOf(alert, textsIn(reader.language)),
    unitCount: alert.unitCount,
    units: alert.units.map((unit) => ({
      dataID: unit.dataId,
      friendlyName: unit.name,
      status: unit.status,
      atUTC: formatTimeOrNull(unit.at),
      notedUTC: formatTime(unit.notedAt),
      value: unit.value,
      unitOfMeasure: unit.unitOfMeasure ?? null,
      changes: unit.changes,
      reason: unit.reason === undefined ? null : sentencesIn(reader.language)(unit.reason),
      url: addressOf(alert, unit, reader),
    })),
  }
}
