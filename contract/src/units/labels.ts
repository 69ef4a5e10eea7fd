import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, LabelId } from '../api/ids.ts'
import { LABEL_COLOURS, LONGEST_LABEL, MOST_LABELS_A_UNIT, MOST_UNITS_LABELLED } from './label-limits.ts'
import { line } from '../text/text.ts'
import { SeenVersion, Version } from '../api/version.ts'

export const LabelColour = z.enum(LABEL_COLOURS)
export type LabelColour = z.infer<typeof LabelColour>

/** A word of an entity for its units, with a colour. */
export const Label = z.object({
  labelID: LabelId,
  entity: EntityId,
  name: z.string(),
  colour: LabelColour,
  /** How many units in reach have it. */
  units: z.number().int(),
  version: Version,
})
export type Label = z.infer<typeof Label>

const LabelName = line(LONGEST_LABEL).min(1, 'fields.enter-name')

export const listLabels = defineEndpoint(`GET ${API_BASE}/labels`, {
  scope: 'read',
  tag: 'labels',
  summary: 'The labels of the entities in reach, or of one of them, by name',
  query: z.object({ entity: EntityId.optional() }),
  reply: envelope(z.array(Label)),
})

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'labels' })

export const createLabel = manageEndpoint(`POST ${API_BASE}/labels`, {
  idempotent: true,
  summary: 'Add a label to an entity in reach, or to the own one (admin)',
  body: z.object({ entity: EntityId.optional(), name: LabelName, colour: LabelColour }),
  reply: envelope(Label),
})

export const updateLabel = manageEndpoint(`PUT ${API_BASE}/labels`, {
  summary: 'Rename or recolour a label (admin); what is left out stays',
  body: z.object({
    labelID: LabelId,
    name: LabelName.optional(),
    colour: LabelColour.optional(),
    version: SeenVersion,
  }),
  reply: envelope(Label),
})

export const removeLabel = manageEndpoint(`DELETE ${API_BASE}/labels`, {
  summary: 'Delete a label, and take it off its units (admin); the reply says how many units in reach had it',
  body: z.object({ labelID: LabelId }),
  reply: envelope(z.object({ units: z.number().int() })),
})

const Some = z.array(LabelId).max(MOST_LABELS_A_UNIT)

export const labelUnits = manageEndpoint(`PUT ${API_BASE}/labels/units`, {
  summary: 'Add labels to units in reach and remove others, for all of the units or none (admin); other labels stay',
  body: z
    .object({
      dataIDs: z.array(DataId).min(1).max(MOST_UNITS_LABELLED),
      add: Some.default([]),
      remove: Some.default([]),
    })
    .refine(({ add, remove }) => !add.some((label) => remove.includes(label)), {
      path: ['remove'],
      message: 'fields.label-both',
    }),
  reply: envelope(z.object({ /** How many units have other labels than before. */ changed: z.number().int() })),
})
