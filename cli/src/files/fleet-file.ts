import { AlertChanges } from '@fieldwatch/contract/alerts/alerts'
import { parseComparison } from '@fieldwatch/contract/calculations/conditions'
import { EventDraft, EventName, MOST_EVENT_TABLES } from '@fieldwatch/contract/events/events'
import { createPlace } from '@fieldwatch/contract/places/places'
import { checkTemplate } from '@fieldwatch/contract/templates/template-bounds'
import { TemplateTitle } from '@fieldwatch/contract/templates/template-gallery'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { line } from '@fieldwatch/contract/text/text'
import { createLabel } from '@fieldwatch/contract/units/labels'
import { administerUnit, createUnit } from '@fieldwatch/contract/units/units'
import { z } from 'zod'
import { parseNamedPlace } from './named-place.ts'

/*
 * What a file can have. The shapes are those of the bodies of the contract; where these have ids, a file has names.
 */

const Name = line(200).min(1, 'fields.enter-name')

const owned = {
  /** Its name, or its id; that of the document by default. */
  entity: Name.optional(),
}

const { name: labelName, colour } = createLabel.body.shape
const LabelEntry = z.strictObject({ ...owned, name: labelName, colour })

const { entity: _ofPlace, ...placeShape } = createPlace.body.shape
const PlaceEntry = z.strictObject({ ...owned, ...placeShape })

const TemplateEntry = TemplateDefinition.extend({ ...owned, title: TemplateTitle }).superRefine(checkTemplate)

const Comparison = line(300).superRefine((text, context) => {
  if (parseNamedPlace(text) !== undefined) return
  const { problem } = parseComparison(text)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

const { startDate, values, maxGapMinutes } = EventDraft.shape
const EventTableEntry = z.strictObject({
  title: line(100).min(1, 'fields.name-required'),
  comparison: Comparison,
  startDate: startDate.transform((at) => new Date(at).toISOString()),
  values: values.unwrap().optional(),
  maxGapMinutes,
})

const { version: _seen, entities: _ids, defaultTemplate: _id, ...administered } = administerUnit.body.shape
const { friendlyName, description, dataID } = createUnit.body.shape
const UnitEntry = z.strictObject({
  dataID,
  friendlyName: friendlyName.optional(),
  description,
  ...administered,
  entities: z.array(Name).min(1).max(100).optional(),
  /** The title of a shared template, or its id. */
  defaultTemplate: Name.nullable().optional(),
  /** What this unit alone shows; null: what its shared template says. */
  ownTemplate: TemplateDefinition.superRefine(checkTemplate).nullable().optional(),
  labels: z.array(labelName).max(100).optional(),
  eventTables: z.array(EventTableEntry).max(MOST_EVENT_TABLES).optional(),
})

const { entity: _ofAlert, owners: _owners, viewers: _viewers, ...alertShape } = AlertChanges.shape
const People = z.array(Name).max(100)
const AlertEntry = z.strictObject({
  ...alertShape,
  ...owned,
  name: alertShape.name.unwrap(),
  devices: alertShape.devices.unwrap(),
  event: EventName.nullable().optional(),
  /** Their addresses, or their ids. */
  owners: People.optional(),
  viewers: People.optional(),
})

export const FleetFile = z.strictObject({
  ...owned,
  labels: z.array(LabelEntry).optional(),
  places: z.array(PlaceEntry).optional(),
  templates: z.array(TemplateEntry).optional(),
  units: z.array(UnitEntry).optional(),
  alerts: z.array(AlertEntry).optional(),
})
export type FleetFile = z.output<typeof FleetFile>
export type UnitEntry = z.output<typeof UnitEntry>
export type EventTableEntry = z.output<typeof EventTableEntry>
