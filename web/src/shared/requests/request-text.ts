import type { ActionRequest, NotSentReason } from '@fieldwatch/contract/actions/actions'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

/** What tells where a request is. */
export type RequestPlace = Pick<
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
>

interface Setting {
  timeFormat: TimeFormat
  /** Whether an MQTT session of the unit is up; left out where that is not known. */
  connected?: boolean | undefined
}

/** Where a request is, in a sentence. */
export function placeText(request: RequestPlace, { timeFormat, connected }: Setting): string {
  const moment = (utc: string | null): string => (utc === null ? '' : formatMoment(Date.parse(utc), timeFormat))
  switch (request.state) {
    case 'waiting':
      return `${waitingText(request, connected)} It is given up on ${moment(request.expiresUTC)}.`
    case 'handed-over':
      return `The unit has it since ${moment(request.handedOverUTC)} and has not answered yet.`
    case 'answered':
      return `The unit answered ${request.status} on ${moment(request.answeredUTC)}.`
    case 'expired':
      return `${
        request.handedOverUTC === null ? 'The unit was not there to take it' : 'The unit took it and did not answer'
      }, and it was given up on ${moment(request.expiredUTC)}.`
    case 'not-sent':
      return `${notSentText(request.notSentReason)} It was given up on ${moment(request.notSentUTC)}.`
    default:
      return `Cancelled by ${request.cancelledBy ?? 'somebody'} on ${moment(request.cancelledUTC)}.`
  }
}

/** Why the portal did not hand a request over. */
export function notSentText(reason: NotSentReason | null): string {
  switch (reason) {
    case 'restored':
      return 'Not sent: restored. The portal was restored from a backup while the request was waiting.'
    case 'not-permitted':
      return 'Not sent: not permitted. The user or token that sent it may no longer send requests to this unit.'
    default:
      return 'Not sent: deactivated. The unit was deactivated while the request was waiting.'
  }
}

/** Why a unit that is deactivated gets no requests. */
export const DEACTIVATED_TEXT =
  "This unit is deactivated and can't receive requests. An admin can activate it on its Management screen."

function waitingText({ sentUTC }: RequestPlace, connected: boolean | undefined): string {
  if (connected === false) return 'The unit is not connected. The request waits for it.'
  return sentUTC === null
    ? 'The request waits for the unit.'
    : 'It was sent to the unit, which has not confirmed it yet.'
}

/** Whether nothing will become of a request any more by itself. */
export function hasEnded({ state }: Pick<ActionRequest, 'state'>): boolean {
  return state === 'answered' || state === 'expired' || state === 'cancelled' || state === 'not-sent'
}
