import { DataId } from '@fieldwatch/contract/api/ids'
import { z } from 'zod'
import { KIND_NAMES } from './kinds/kinds.ts'
import { Misbehaviour } from './misbehaviours/misbehaviour.ts'
import { Answering } from './unit-requests.ts'

/** A unit that is simulated. */
export const SimulatedUnit = z.object({
  dataID: DataId,
  token: z.string().min(1),
  kind: z.enum(KIND_NAMES),
  /** Units with one `site` share what happens there, as a tank and its pump do; the dataID by default. */
  site: z.string().optional(),
  position: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
  misbehaviours: z.array(Misbehaviour).default([]),
  answering: Answering.prefault({}),
})
export type SimulatedUnit = z.infer<typeof SimulatedUnit>

/** What the simulator reads: its units with their tokens. */
export const FleetFile = z.object({ units: z.array(SimulatedUnit).max(10_000) })
