import type { IncidentEntry } from '../../contract/incident-facts.ts'
import { isPersonal } from '@fieldwatch/contract/alerts/alert-history'
import { channelName } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { measuredText } from '@fieldwatch/contract/text/measured-text'
import { t as replay } from '@fieldwatch/web/shared/replay/texts.ts'
import { t } from '../texts.ts'
import { type ReportReader, whenText } from './report-reader.ts'

/** An entry of the timeline in words. */
interface EntryWords {
  /** What kind of thing it is about. */
  readonly kind: string
  readonly text: string
  readonly details: readonly string[]
  /** It was received or written later. */
  readonly later: string | undefined
}

export function entryWords(entry: IncidentEntry, reader: ReportReader): EntryWords {
  const { knownUTC } = entry
  const when = knownUTC === null ? undefined : whenText(knownUTC, reader)
  const isNote = entry.kind === 'note'
  return {
    kind: isNote && entry.pinned ? t('incidents.kind.pinned') : t(`incidents.kind.${entry.kind}`),
    text: textOf(entry),
    details: detailsOf(entry, reader).filter((detail) => detail !== ''),
    later: when === undefined ? undefined : isNote ? t('incidents.written', { when }) : t('incidents.later', { when }),
  }
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function textOf(entry: IncidentEntry): string {
  switch (entry.kind) {
    case 'alert':
      return stepOf(
        entry.title,
        entry.happening === 'acknowledged'
          ? t('incidents.acknowledged')
          : replay(`replay.happening.${entry.happening}`),
      )
    case 'event':
      return stepOf(entry.title, replay(`replay.happening.${entry.happening}`))
    case 'request':
      return stepOf(
        entry.action,
        entry.happening === 'handed-over' ? t('incidents.handed-over') : replay(`replay.happening.${entry.happening}`),
      )
    case 'configuration':
      return replay('replay.thing.configuration', { name: entry.actionClass, version: entry.version })
    case 'note':
      return entry.text
  }
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function detailsOf(entry: IncidentEntry, reader: ReportReader): string[] {
  switch (entry.kind) {
    case 'alert':
      return [
        limitText(entry, reader),
        entry.by ?? '',
        entry.comment ?? '',
        ...new Set((entry.notifications ?? []).map(notifiedText)),
      ]
    case 'event':
      return [entry.tag ?? '']
    case 'request':
      return [entry.status === null ? '' : replay('replay.thing.answer', { status: entry.status }), entry.by ?? '']
    case 'configuration':
      return []
    case 'note':
      return [
        entry.endUTC === null ? '' : t('incidents.until', { when: whenText(entry.endUTC, reader) }),
        entry.source ?? '',
        entry.by ?? '',
      ]
  }
}

function stepOf(title: string, happening: string): string {
  return replay('replay.step', { title, happening })
}

type AlertEntry = Extract<IncidentEntry, { kind: 'alert' }>

function limitText({ value, limit, unitOfMeasure }: AlertEntry, { measures }: ReportReader): string {
  if (value === null) return ''
  const measure = measures(unitOfMeasure)
  const amount = measuredText(value, measure)
  if (limit === null) return t('incidents.value', { value: amount })
  return t('incidents.value.limit', { value: amount, limit: measuredText(limit, measure) })
}

function notifiedText({ recipient, channel, kind, state }: NonNullable<AlertEntry['notifications']>[number]): string {
  return replay('replay.thing.notified', {
    recipient,
    channel: isPersonal(channel) ? replay(`replay.channel.${channel}`) : channelName(channel),
    kind: replay(`replay.notification.${kind}`),
    state: replay(`replay.delivery.${state}`),
  })
}
