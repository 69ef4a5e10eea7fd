import { isPersonal } from '@fieldwatch/contract/alerts/alert-history'
import { channelName } from '#platform/extensions/web-extension.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Measures } from '@fieldwatch/contract/measures/measure'
import type { StateAlert } from '@fieldwatch/contract/replay/state'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import type { MomentThings, ThingKind } from './moment-things.ts'
import { t } from './texts.ts'

/** Something that was going on, in words. */
export interface ThingWords {
  readonly key: string
  readonly dataId: DataId
  readonly text: string
  /** Since when, as an ISO time. */
  readonly since: string
  readonly details: readonly string[]
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
export function wordsOf(kind: ThingKind, things: MomentThings, measures: Measures): ThingWords[] {
  switch (kind) {
    case 'alerts':
      return things.alerts.map(({ dataId, thing }) => ({
        key: `${dataId} ${thing.alertID}`,
        dataId,
        text: alertText(thing, measures),
        since: thing.sinceUTC,
        details: alertDetails(thing),
      }))
    case 'occurrences':
      return things.occurrences.map(({ dataId, thing: { name, title, tag, startUTC } }) => ({
        key: `${dataId} ${name} ${startUTC}`,
        dataId,
        text: tag === null ? title : t('replay.thing.tagged', { title, tag }),
        since: startUTC,
        details: [],
      }))
    case 'requests':
      return things.requests.map(({ dataId, thing }) => ({
        key: `${dataId} ${thing.action_id}`,
        dataId,
        text: t('replay.thing.request', {
          action: thing.action,
          state: t(`replay.request.${thing.state}`),
        }),
        since: thing.sinceUTC ?? thing.createdUTC,
        details: thing.status === null ? [] : [t('replay.thing.answer', { status: thing.status })],
      }))
    case 'configurations':
      return things.configurations.map(({ dataId, thing: { actionClass, version, atUTC } }) => ({
        key: `${dataId} ${actionClass}`,
        dataId,
        text: t('replay.thing.configuration', { name: actionClass, version }),
        since: atUTC,
        details: [],
      }))
    case 'notes':
      return things.notes.map(({ dataId, thing: { noteID, text, startUTC, by } }) => ({
        key: String(noteID),
        dataId,
        text,
        since: startUTC,
        details: by === null ? [] : [by],
      }))
  }
}

function alertText({ name, value, limit, unitOfMeasure }: StateAlert, measures: Measures): string {
  if (value === null) return name
  const measure = measures(unitOfMeasure)
  const amount = measuredText(value, measure)
  if (limit === null) return t('replay.thing.alert.value', { name, value: amount })
  return t('replay.thing.alert', { name, value: amount, limit: measuredText(limit, measure) })
}

function alertDetails({ late, acknowledgedUTC, acknowledgedBy, notifications }: StateAlert): string[] {
  const acknowledged =
    acknowledgedUTC === null
      ? []
      : [
          acknowledgedBy === null
            ? t('replay.thing.acknowledged')
            : t('replay.thing.acknowledged.by', { name: acknowledgedBy }),
        ]
  const notified = (notifications ?? []).map(({ recipient, channel, kind, state }) =>
    t('replay.thing.notified', {
      recipient,
      channel: isPersonal(channel) ? t(`replay.channel.${channel}`) : channelName(channel),
      kind: t(`replay.notification.${kind}`),
      state: t(`replay.delivery.${state}`),
    }),
  )
  const notNotified = notifications !== null && notified.length === 0 ? [t('replay.thing.no-notification')] : []
  return [...(late ? [t('replay.thing.late')] : []), ...acknowledged, ...new Set(notified), ...notNotified]
}
