import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { SourceName } from '../api/ids.ts'
import { line } from '../text/text.ts'

export const DependantKind = z.enum([
  'alert',
  'event table',
  'scheduled report',
  'calculated source',
  'chart',
  'unit',
  'source',
  'user',
  'sub-entity',
  'template',
  'label',
  'place',
  'SIM card',
  'webhook',
  'network server',
  'token',
  'shared link',
  'wallboard',
  'incident',
  'request',
])
export type DependantKind = z.infer<typeof DependantKind>

/**
 * What a deletion does to what depends on the thing: `blocks` keeps it from being deleted, `deleted` goes with it, `ended` and `paused`
 * stay with the reason, `handed over` gets another owner, `changed` stays without it.
 */
export const DependantEffect = z.enum(['blocks', 'deleted', 'ended', 'paused', 'handed over', 'changed'])
export type DependantEffect = z.infer<typeof DependantEffect>

/** The most names of one group. */
export const MOST_DEPENDANT_NAMES = 20

export const DependantGroup = z.object({
  kind: DependantKind,
  effect: DependantEffect,
  total: z.number().int(),
  /** The first of those in reach. */
  names: z.array(z.string()),
})
export type DependantGroup = z.infer<typeof DependantGroup>

/** The most users of one question. */
const MOST_USERS = 100

export const listDependants = defineEndpoint(`GET ${API_BASE}/dependants`, {
  tag: 'dependants',
  summary:
    'What depends on a source, event table, unit, user, template, label, place or entity, and what deleting it does to each',
  query: z
    .object({
      kind: z.enum(['source', 'event table', 'unit', 'user', 'template', 'label', 'place', 'entity']),
      /** The dataID of a unit, or of the unit of a source or an event table; otherwise an id. Of users several, separated by commas. */
      id: line(MOST_USERS * 65).min(1, 'An id is required.'),
      /** The name of a source. */
      source: SourceName.optional(),
      /** The name of an event table. */
      event: line(100).optional(),
    })
    .refine(({ kind, source }) => (kind === 'source') === (source !== undefined), 'Name the source of a unit.')
    .refine(({ kind, event }) => (kind === 'event table') === (event !== undefined), 'Name the event table of a unit.'),
  reply: envelope(z.object({ dependants: z.array(DependantGroup) })),
})
