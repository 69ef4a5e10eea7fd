import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { Change } from './changes.ts'

/** What the core keeps. */
export const CORE_THINGS = [
  'alert',
  'event table',
  'calculated source',
  'chart',
  'source',
  'unit',
  'template',
  'label',
  'place',
  'request',
  'batch',
  'job',
  'SIM card',
  'token',
  'waiting message',
  'session',
  'list view',
  'user',
  'sub-entity',
] as const
export type CoreThing = (typeof CORE_THINGS)[number]

/** One of `CORE_THINGS`, or what an extension keeps. */
const ThingKind = z.string()
export type ThingKind = z.infer<typeof ThingKind>

/**
 * What a change does to a thing that depends on what changes. `blocks`: the change is refused because of it. `ends` and `pauses`: it stays
 * with the reason. `is handed to`: it gets another owner. `moves along`: it follows to the new name or entity. `is judged again`: its state
 * is computed again. `changed`: it continues without a part. `continues`: it stays as it is.
 */
export const Effect = z.enum([
  'blocks',
  'deleted',
  'ends',
  'pauses',
  'is handed to',
  'moves along',
  'is judged again',
  'changed',
  'continues',
])
export type Effect = z.infer<typeof Effect>

/** The most things of one kind and effect that are named. */
export const MOST_NAMED = 20

const AffectedThing = z.object({
  kind: ThingKind,
  id: z.string(),
  name: z.string(),
  follows: Effect,
})
export type AffectedThing = z.infer<typeof AffectedThing>

const UnnamedThings = z.object({ kind: ThingKind, follows: Effect, count: z.number().int() })
export type UnnamedThings = z.infer<typeof UnnamedThings>

export const listConsequences = defineEndpoint(`POST ${API_BASE}/consequences`, {
  tag: 'consequences',
  summary:
    'What a change of a unit, source, chart, event table, alert, place, label, template, user or entity does to everything that depends on it, for someone who may make the change. `more` counts what is not named: further things, and those out of reach',
  body: z.object({ change: Change }),
  reply: envelope(z.object({ things: z.array(AffectedThing), more: z.array(UnnamedThings) })),
})
