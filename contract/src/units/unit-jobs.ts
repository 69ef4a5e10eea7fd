import { z } from 'zod'
import { Sentence, sentence } from '../text/sentence.ts'
import { MOST_UNITS_CHANGED } from '../actions/batch-limits.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { AlertId, DataId, EntityId, LabelId, TemplateId, UtcTime } from '../api/ids.ts'
import { MOST_LABELS_A_UNIT } from './label-limits.ts'
import { keepsSummariesLonger, RetentionDays, SUMMARIES_TOO_SHORT } from './retention.ts'

/** What became of a unit. `refused`: nothing, and a sentence says why; `stopped`: nothing, because someone stopped the job before. */
export const UnitResult = z.enum(['created', 'updated', 'unchanged', 'refused', 'stopped', 'removed'])
export type UnitResult = z.infer<typeof UnitResult>

const someEntities = z.array(EntityId).min(1, 'fields.choose-entity').max(100)

const someLabels = z.array(LabelId).max(MOST_LABELS_A_UNIT)

/** What is done to each of the units that were chosen. */
export const UnitChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('template'), template: TemplateId.nullable() }),
  /** `set`: these, and of those in reach no others. */
  z.strictObject({ kind: z.literal('entities'), how: z.enum(['add', 'remove', 'set']), entities: someEntities }),
  z.strictObject({ kind: z.literal('active'), active: z.boolean() }),
  /** The units are watched by an alert too. */
  z.strictObject({ kind: z.literal('alert'), alertID: AlertId }),
  z
    .strictObject({ kind: z.literal('labels'), add: someLabels.default([]), remove: someLabels.default([]) })
    .refine(({ add, remove }) => add.length + remove.length > 0, { path: ['add'], message: 'fields.choose-label' })
    .refine(({ add, remove }) => !add.some((label) => remove.includes(label)), {
      path: ['remove'],
      message: 'fields.label-both',
    }),
  /** The retention of all sources that the units have now; null: as long as their entities say. */
  z
    .strictObject({ kind: z.literal('retention'), rawDays: RetentionDays, summaryDays: RetentionDays })
    .refine(keepsSummariesLonger, { path: ['summaryDays'], message: SUMMARIES_TOO_SHORT }),
])
export type UnitChange = z.infer<typeof UnitChange>

export const UnitJob = z.object({
  jobID: z.number().int(),
  /** `undo`: what an import did is taken back. */
  kind: z.enum(['import', 'change', 'undo']),
  /** Null of an import and its undoing. */
  change: UnitChange.nullable(),
  createdUTC: UtcTime,
  /** Whether the caller began it. */
  own: z.boolean(),
  /** Null: no one in reach. */
  createdBy: z.string().nullable(),
  /** Null while it runs. */
  endedUTC: UtcTime.nullable(),
  /** Null: it was not stopped. */
  stopped: z.object({ atUTC: UtcTime, /** Null: a user out of reach. */ by: z.string().nullable() }).nullable(),
  units: z.number().int(),
  counts: z.object({
    open: z.number().int(),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
    stopped: z.number().int(),
    removed: z.number().int(),
  }),
  /** `ready`: the user who began it can make the tokens of its new units, once; `taken`: they were made; `none`: it added no unit. */
  tokens: z.enum(['none', 'ready', 'taken']),
})
export type UnitJob = z.infer<typeof UnitJob>

export const UnitJobResult = z.object({
  /** For an import, the line of the file; for a change, the place among the chosen units, from 1. */
  place: z.number().int(),
  dataID: z.string(),
  /** Null for a unit that is not in reach. */
  friendlyName: z.string().nullable(),
  /** Null: its turn has not come. */
  result: UnitResult.nullable(),
  /** Why it was refused, or what is to be known of it; empty for nothing. */
  message: Sentence,
})
export type UnitJobResult = z.infer<typeof UnitJobResult>

export const JobParams = z.object({ jobID: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'units' })
const readEndpoint = endpointsWith({ scope: 'read', tag: 'units' })

export const updateUnits = manageEndpoint(`POST ${API_BASE}/unit-jobs`, {
  idempotent: true,
  summary: 'Change many units in one way, by a job, with a result for each (admin)',
  body: z.object({
    dataIDs: z
      .array(DataId)
      .min(1, 'fields.choose-units')
      .max(MOST_UNITS_CHANGED, sentence('fields.units-changed', { count: MOST_UNITS_CHANGED })),
    change: UnitChange,
  }),
  reply: envelope(UnitJob),
})

export const listUnitJobs = readEndpoint(`GET ${API_BASE}/unit-jobs`, {
  summary:
    'The last changes and imports of many units that the caller began, or those under way in reach, the newest first (admin)',
  query: z.object({
    /** `running`: those under way that any user began in an entity in reach. */
    which: z.enum(['own', 'running']).default('own'),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: envelope(z.array(UnitJob)),
})

export const getUnitJob = readEndpoint(`GET ${API_BASE}/unit-jobs/:jobID`, {
  summary: 'How far a change or an import of many units is (admin, of those begun in an entity in reach)',
  params: JobParams,
  reply: envelope(UnitJob),
})

/** The most results of an answer. */
export const UNIT_RESULTS_PAGE = 1_000

export const listUnitResults = readEndpoint(`GET ${API_BASE}/unit-jobs/:jobID/results`, {
  summary: 'What became of each unit of a change or an import (admin, of those begun in an entity in reach)',
  params: JobParams,
  query: z.object({
    /** Only these. */
    result: UnitResult.optional(),
    /** The place of the last one of the page before. */
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    limit: z.coerce.number().int().min(1).max(UNIT_RESULTS_PAGE).default(UNIT_RESULTS_PAGE),
  }),
  reply: envelope(z.array(UnitJobResult)),
})

export const stopUnitJob = manageEndpoint(`POST ${API_BASE}/unit-jobs/:jobID/stop`, {
  summary:
    'Stop a change or an import of many units (admin, of those begun in an entity in reach): what is done stays, the rest is left as it was; one that has ended stays as it is',
  params: JobParams,
  reply: envelope(UnitJob),
})

export const undoUnitImport = defineEndpoint(`POST ${API_BASE}/unit-jobs/:jobID/undo`, {
  tag: 'units',
  idempotent: true,
  summary:
    'Undo an import of units by a job (admin): units that it added and that nothing uses are removed, changed ones get their former values back unless they were changed since',
  params: JobParams,
  reply: envelope(UnitJob),
})

export const createUnitTokens = manageEndpoint(`POST ${API_BASE}/unit-jobs/:jobID/tokens`, {
  idempotent: true,
  summary: 'Make the tokens of the units that an import added (admin): they are shown only in this reply, once',
  params: JobParams,
  reply: envelope(
    z.object({
      units: z.array(z.object({ dataID: DataId, token: z.string() })),
      /** New units that got no token here: they have one by now, or are not the caller's to decide about any more. */
      leftOut: z.array(DataId),
    }),
  ),
})
