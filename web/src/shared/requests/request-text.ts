import type { ActionRequest, DownlinkProgress, NotSentReason } from '@fieldwatch/contract/actions/actions'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** What says where a request is. */
type RequestPlace = Pick<
  ActionRequest,
  | 'state'
  | 'status'
  | 'sentUTC'
  | 'handedOverUTC'
  | 'answeredUTC'
  | 'expiresUTC'
  | 'expiredUTC'
  | 'cancelledUTC'
  | 'cancelledBy'
  | 'notSentUTC'
  | 'notSentReason'
  | 'downlink'
>

interface Setting {
  timeFormat: TimeFormat
  /** Whether an MQTT session of the unit is up; left out where that is not known. */
  connected?: boolean | undefined
}

/** Where a request is, in a sentence. */
export function placeText(request: RequestPlace, { timeFormat, connected }: Setting): string {
  const moment = (utc: string | null): string => (utc === null ? '' : formatMoment(Date.parse(utc), timeFormat))
  if (request.downlink !== null) return downlinkText(request, request.downlink, moment)
  switch (request.state) {
    case 'waiting':
      return `${waitingText(request, connected)} ${t('requests.place.expires', { at: moment(request.expiresUTC) })}`
    case 'handed-over':
      return t('requests.place.handed-over', { at: moment(request.handedOverUTC) })
    case 'answered':
      return t('requests.place.answered', { status: request.status, at: moment(request.answeredUTC) })
    case 'expired':
      return t(request.handedOverUTC === null ? 'requests.place.not-fetched' : 'requests.place.not-answered', {
        at: moment(request.expiredUTC),
      })
    case 'not-sent':
      return `${notSentText(request.notSentReason)} ${t('requests.place.ended', { at: moment(request.notSentUTC) })}`
    default: {
      const at = moment(request.cancelledUTC)
      return request.cancelledBy === null
        ? t('requests.place.cancelled', { at })
        : t('requests.place.cancelled-by', { at, name: request.cancelledBy })
    }
  }
}

/** Where a request to a LoRaWAN device is: what its network server reports, and what the portal decided besides. */
function downlinkText(
  { state, expiresUTC, expiredUTC, cancelledUTC }: RequestPlace,
  { state: reported, atUTC, reason }: DownlinkProgress,
  moment: (utc: string | null) => string,
): string {
  const parts = [t(`requests.downlink.${reported}`, { at: moment(atUTC) }), reason ?? '']
  if (state === 'waiting') parts.push(t('requests.place.expires', { at: moment(expiresUTC) }))
  if (state === 'expired') parts.push(t('requests.place.expired', { at: moment(expiredUTC) }))
  if (state === 'cancelled') parts.push(t('requests.place.cancelled', { at: moment(cancelledUTC) }))
  return parts.filter((part) => part !== '').join(' ')
}

/** Why the portal did not hand a request over. */
export function notSentText(reason: NotSentReason | null): string {
  return t(`requests.not-sent.${reason ?? 'deactivated'}`)
}

/** Why a unit that is deactivated gets no requests. */
export function deactivatedText(): string {
  return t('requests.deactivated')
}

function waitingText({ sentUTC }: RequestPlace, connected: boolean | undefined): string {
  if (connected === false) return t('requests.place.not-connected')
  return t(sentUTC === null ? 'requests.place.waiting' : 'requests.place.sent')
}

/** Whether nothing will become of a request any more by itself. */
export function hasEnded({ state }: Pick<ActionRequest, 'state'>): boolean {
  return state === 'answered' || state === 'expired' || state === 'cancelled' || state === 'not-sent'
}
