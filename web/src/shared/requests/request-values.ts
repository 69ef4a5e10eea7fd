import type { ActionClass, ActionOptions } from '@fieldwatch/contract/actions/action-options'
import { ACTION_CLASSES } from '@fieldwatch/contract/actions/action-options'
import { STANDARD_EXPIRY_SECONDS } from '@fieldwatch/contract/actions/actions'
import { invalidJson, jsonText, readJson } from '#ui/json-editor/json-text.ts'
import type { Ask } from './request-queries.ts'
import { t } from './texts.ts'

/** What a person enters of a request. */
export interface RequestValues {
  readonly setting: string
  readonly action: string
  /** JSON. */
  readonly payload: string
  /** After so many seconds without an answer it is given up. */
  readonly expiresInSeconds: number
}

/** For how long a request may wait. */
export const EXPIRIES = [
  { seconds: 300, label: 'requests.expiry.5-minutes' },
  { seconds: 3600, label: 'requests.expiry.hour' },
  { seconds: STANDARD_EXPIRY_SECONDS, label: 'requests.expiry.day' },
  { seconds: 7 * 86_400, label: 'requests.expiry.week' },
  { seconds: 30 * 86_400, label: 'requests.expiry.30-days' },
] as const

/** The form with a setting chosen, and the first of its requests. */
export function withSetting(options: ActionOptions, setting: string, before?: RequestValues): RequestValues {
  const [action = ''] = Object.keys(options[setting]?.actions ?? {})
  return withAction(options, {
    setting,
    action,
    payload: '',
    expiresInSeconds: before?.expiresInSeconds ?? STANDARD_EXPIRY_SECONDS,
  })
}

/** The form with the payload that its request has by itself. */
export function withAction(options: ActionOptions, values: RequestValues): RequestValues {
  return { ...values, payload: payloadOf(options, values) }
}

/** Whether a person wrote their own payload. */
export function isOwnPayload(options: ActionOptions, values: RequestValues): boolean {
  return values.payload !== payloadOf(options, values)
}

function payloadOf(options: ActionOptions, { setting, action }: RequestValues): string {
  return jsonText(options[setting]?.actions[action]?.payload ?? {})
}

type ReadAsk = { readonly ask: Ask; readonly problem?: undefined } | { readonly problem: string }

/** What is asked of the unit, or why that cannot be sent. */
export function askOf(options: ActionOptions, { setting, action, payload, expiresInSeconds }: RequestValues): ReadAsk {
  const actionClass = ACTION_CLASSES.find((known) => known === setting)
  const method = options[setting]?.actions[action]?.method
  const { value, problem } = { value: undefined, ...readJson(payload) }
  if (problem !== undefined) return { problem }
  if (actionClass === undefined || method === undefined) return { problem: t('requests.problem.choose') }
  if (!isPayload(value)) return { problem: t('requests.problem.payload', { problem: invalidJson() }) }
  return { ask: { actionClass: actionClass satisfies ActionClass, method, payload: value, expiresInSeconds } }
}

function isPayload(value: unknown): value is string | Record<string, unknown> {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}
