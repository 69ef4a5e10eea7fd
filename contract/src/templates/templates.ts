import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { nameOfEvent } from '../events/event-columns.ts'
import { DataId, TemplateId, UtcTime } from '../api/ids.ts'
import { Reports } from '../reports/reports.ts'
import { checkTemplate } from './template-bounds.ts'
import { line, phrase } from '../text/text.ts'
import { UnitIcon } from './unit-icons.ts'
import { SeenVersion, Version } from '../api/version.ts'
import { charts } from '../widgets/chart.ts'
import { OverviewWidgets } from '../widgets/widget-kinds.ts'

const Text = phrase(200)

/** Names of columns in the order in which they are shown; those that are not named are not. */
const EventColumns = z
  .array(line(200).min(1))
  .max(200)
  .refine((columns) => new Set(columns).size === columns.length, 'fields.column-twice')

/** An event table; its condition is kept for each unit. */
export const EventEntry = z.strictObject({
  title: line(100).min(1, 'fields.name-required'),
  type: z.literal('event'),
  columns: EventColumns.optional(),
})

/** What the dashboard of a unit shows. A part that is left out has no place on the screen. */
export const TemplateDefinition = z.strictObject({
  title: Text,
  /** What lists and maps show for the units that share it and have no picture. */
  icon: UnitIcon.optional(),
  overview: OverviewWidgets.optional(),
  timeSeries: z.strictObject({ pageTechTools: z.boolean().optional(), charts: charts.stored }).optional(),
  events: z
    .array(EventEntry)
    .max(100)
    .refine((entries) => new Set(entries.map(({ title }) => nameOfEvent(title))).size === entries.length, {
      message: 'fields.tables-same',
    })
    .optional(),
  /** The columns of event tables that name none of their own. */
  columns: EventColumns.optional(),
  /** Reports of event tables, by their name. */
  reports: Reports.optional(),
})
export type TemplateDefinition = z.infer<typeof TemplateDefinition>

/** What a unit tries in place of the template that it shares with others. */
export const TemplateTrial = z.object({
  /** The shared template, its title and its version as it is now. */
  templateID: TemplateId,
  title: z.string(),
  version: Version,
  /** How many units in reach share it, this one among them. */
  units: z.number().int(),
  startedUTC: UtcTime,
  /** Null: no one in reach. */
  startedBy: z.string().nullable(),
})
export type TemplateTrial = z.infer<typeof TemplateTrial>

/** A template as it is read. */
export const Template = TemplateDefinition.extend({
  id: TemplateId,
  /** The unit whose own copy this is; null for a template that units share. */
  dataID: DataId.nullable(),
  version: Version,
  /** Whether the caller may change it for every unit that shows it. */
  editable: z.boolean(),
  /** How many units in reach show it. */
  units: z.number().int(),
  /** There while it is tried by the unit whose copy it is. */
  trial: TemplateTrial.optional(),
})
export type Template = z.infer<typeof Template>

const readEndpoint = endpointsWith({ scope: 'read', tag: 'templates' })
const manageEndpoint = endpointsWith({ scope: 'manage-templates', tag: 'templates' })

export const listTemplates = readEndpoint(`GET ${API_BASE}/templates`, {
  summary: 'The templates that units of the entities in reach share, by title',
  reply: envelope(z.array(z.object({ id: TemplateId, title: z.string() }))),
})

export const listTemplateIcons = readEndpoint(`GET ${API_BASE}/templates/icons`, {
  summary:
    'The icons of the shared templates that have one: those of the entities in reach, and those of units in reach',
  reply: envelope(z.array(z.object({ id: TemplateId, icon: UnitIcon }))),
})

export const getTemplate = readEndpoint(`GET ${API_BASE}/templates/:id`, {
  summary: 'A template of an entity in reach, or of a unit in reach',
  params: z.object({ id: TemplateId }),
  reply: envelope(Template),
})

const ignored = z.unknown().optional()

/** Accepts a template as it was read: additional fields are ignored. */
const SentDefinition = TemplateDefinition.extend({
  id: ignored,
  dataID: ignored,
  version: ignored,
  editable: ignored,
  units: ignored,
  trial: ignored,
})
  .transform(
    ({
      id: _id,
      dataID: _dataID,
      version: _version,
      editable: _editable,
      units: _units,
      trial: _trial,
      ...definition
    }) => definition,
  )
  .superRefine(checkTemplate)

export const TemplateChange = z
  .strictObject({
    /** Left out for a unit that has no template yet. */
    templateID: TemplateId.optional(),
    /** Gives this unit its own copy, or changes its copy; left out, the template changes for all who share it. */
    dataID: DataId.optional(),
    template: SentDefinition,
    version: SeenVersion,
  })
  .refine(({ templateID, dataID }) => templateID !== undefined || dataID !== undefined, {
    path: ['templateID'],
    message: 'fields.template-named',
  })
export type TemplateChange = z.infer<typeof TemplateChange>

export const putTemplate = manageEndpoint(`PUT ${API_BASE}/templates/`, {
  summary: 'Change a shared template; with dataID give that unit its own copy, or change its copy',
  body: TemplateChange,
  reply: envelope(Template),
})

export const removeOwnTemplate = manageEndpoint(`DELETE ${API_BASE}/templates/`, {
  summary: 'Delete the own copy of a unit, which shows the shared template again; answers the shared one',
  body: z.object({
    dataID: DataId,
    /** The version of the copy. */
    version: SeenVersion,
  }),
  reply: envelope(Template),
})
