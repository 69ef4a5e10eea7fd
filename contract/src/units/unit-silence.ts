import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { SimStatus } from './sims.ts'
import { Sentence } from '../text/sentence.ts'

/** Why a unit is silent, the most likely known reason first. */
export const SilenceReason = z.enum([
  'deactivated',
  'never-connected',
  'sim-inactive',
  'sim-suspended',
  'sim-quota',
  'token-replaced',
  'refused',
  'paused',
  'connected-silent',
  'disconnected',
  'not-silent',
])
export type SilenceReason = z.infer<typeof SilenceReason>

/** A SIM card of the unit, in reach of who asks. */
const SilentSim = z.object({
  iccid: z.string(),
  status: SimStatus,
  /** Bytes in this month. */
  dataUsed: z.number().nullable(),
  dataLimit: z.number().nullable(),
  lastSessionUTC: UtcTime.nullable(),
})

/** What the portal knows about why a unit is silent. */
export const UnitSilence = z.object({
  dataID: DataId,
  reason: SilenceReason,
  /** The likeliest reason, for a person. */
  sentence: Sentence,
  /** What else may be a reason. */
  findings: z.array(z.object({ reason: SilenceReason, sentence: Sentence })),
  active: z.boolean(),
  sims: z.array(SilentSim),
  lastRecordUTC: UtcTime.nullable(),
  lastSource: SourceName.nullable(),
  connected: z.boolean(),
  connectionChangedUTC: UtcTime.nullable(),
  lastRefusedUTC: UtcTime.nullable(),
  lastRefusal: Sentence.nullable(),
  tokenChangedUTC: UtcTime.nullable(),
  pausedData: z.array(SourceName),
  /** The longest usual gap between messages; null when unknown. */
  usualSeconds: z.number().nullable(),
})
export type UnitSilence = z.infer<typeof UnitSilence>

export const explainSilence = defineEndpoint(`GET ${API_BASE}/devices/silence`, {
  scope: 'read',
  tag: 'units',
  summary: 'Why a unit sends nothing, as far as the portal can tell',
  query: z.object({ dataID: DataId }),
  reply: envelope(UnitSilence),
})
