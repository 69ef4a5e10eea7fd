import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, UtcTime } from '../api/ids.ts'
import { ZonedTime } from '../time/times.ts'
import { MOST_STATE_UNITS } from './state.ts'

/** How many steps one answer has. */
const MOST_STATE_STEPS = 500

/** What a step is about, and what happened. */
export const STATE_STEPS = {
  /** An occurrence of an event table. */
  event: ['began', 'ended'],
  alert: ['high', 'ok'],
  request: ['sent', 'answered', 'expired', 'cancelled', 'not-sent'],
} as const
export const StateStepKind = z.enum(['event', 'alert', 'request'])
export type StateStepKind = z.infer<typeof StateStepKind>

/** A moment at which something happened to a unit. */
export const StateStep = z.object({
  atUTC: UtcTime,
  dataID: DataId,
  kind: StateStepKind,
  happening: z.enum([...STATE_STEPS.event, ...STATE_STEPS.alert, ...STATE_STEPS.request]),
  /** The name of the event table, the `alertID` of the alert, or the `action_id` of the request. */
  id: z.string(),
  /** What people call it. */
  title: z.string(),
})
export type StateStep = z.infer<typeof StateStep>

export const listStateSteps = defineEndpoint(`POST ${API_BASE}/state/steps`, {
  scope: 'read',
  tag: 'replay',
  summary:
    'When occurrences, alerts and requests of some units began and ended within a range, from its beginning or its end on; units out of reach are left out',
  body: z
    .object({
      dataIDs: z.array(DataId).min(1).max(MOST_STATE_UNITS),
      /** Inclusive. */
      from: ZonedTime,
      /** Exclusive. */
      to: ZonedTime,
      /** All kinds when left out. */
      kinds: z.array(StateStepKind).min(1).max(3).optional(),
      /** `asc`: the first ones of the range; `desc`: the last ones, the latest first. */
      direction: z.enum(['asc', 'desc']).default('asc'),
      limit: z.number().int().min(1).max(MOST_STATE_STEPS).default(MOST_STATE_STEPS),
    })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
      path: ['to'],
      message: 'fields.range-order',
    }),
  reply: envelope(
    z.object({
      steps: z.array(StateStep).max(MOST_STATE_STEPS),
      /** The range has more of them. */
      more: z.boolean(),
    }),
  ),
})
