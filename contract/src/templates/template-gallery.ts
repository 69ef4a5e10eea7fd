import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, TemplateId, UtcTime } from '../api/ids.ts'
import { checkTemplate } from './template-bounds.ts'
import { MOST_TEMPLATES, TEMPLATES_LISTED, TEMPLATE_UNITS_LISTED } from './template-limits.ts'
import { Template, TemplateDefinition } from './templates.ts'
import { line } from '../text/text.ts'
import { UnitIcon } from './unit-icons.ts'
import { SeenVersion, Version } from '../api/version.ts'
import { WIDGET_KINDS, type WidgetKindName } from '../widgets/widget-kinds.ts'

/** The name of a shared template. No two of an entity have the same, whatever the case of its letters. */
export const TemplateTitle = line(200).min(1, 'fields.name-required')

type Counted = (typeof WIDGET_KINDS)[WidgetKindName]['counted']

// Each kind says as what it is counted.
const countedWidgets = Object.fromEntries(
  Object.values(WIDGET_KINDS).map(({ counted }) => [counted, z.number().int()]),
) as Record<Counted, z.ZodNumber>

/** How many of each there are in a template. */
export const TemplateContents = z.object({
  ...countedWidgets,
  events: z.number().int(),
  reports: z.number().int(),
  /** Values that are computed by a formula, of whatever widget. */
  formulas: z.number().int(),
})
export type TemplateContents = z.infer<typeof TemplateContents>

export const ListedTemplate = z.object({
  id: TemplateId,
  title: z.string(),
  /** Null: none. */
  icon: UnitIcon.nullable(),
  entity: EntityId,
  version: Version,
  /** When it was changed, or made. */
  changedUTC: UtcTime,
  /** Null: no one in reach. */
  changedBy: z.string().nullable(),
  contents: TemplateContents,
  /** How many units in reach it is the shared template of. */
  units: z.number().int(),
  /** How many of them try something else in its place. */
  trials: z.number().int(),
  /** Whether the caller may rename it and go back to former versions. */
  editable: z.boolean(),
})
export type ListedTemplate = z.infer<typeof ListedTemplate>

const readEndpoint = endpointsWith({ scope: 'read', tag: 'templates' })
const manageEndpoint = endpointsWith({ scope: 'manage-templates', tag: 'templates' })

export const listTemplateGallery = readEndpoint(`GET ${API_BASE}/templates/gallery`, {
  summary: `The shared templates of the entities in reach by title, with what is in each: the first ${TEMPLATES_LISTED}`,
  query: z.object({
    entity: EntityId.optional(),
    /** Part of a title. */
    search: line(100).optional(),
  }),
  reply: envelope(z.object({ templates: z.array(ListedTemplate), total: z.number().int() })),
})

export const TemplateUnit = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  /** Whether it shows its own copy in the meantime. */
  own: z.boolean(),
  /** Since when and by whom it tries something in place of the shared one; null when it does not. */
  trial: z.object({ startedUTC: UtcTime, startedBy: z.string().nullable() }).nullable(),
})
export type TemplateUnit = z.infer<typeof TemplateUnit>

export const listTemplateUnits = readEndpoint(`GET ${API_BASE}/templates/:id/units`, {
  summary: `The units in reach whose shared template it is, by name: the first ${TEMPLATE_UNITS_LISTED}, and how many there are`,
  params: z.object({ id: TemplateId }),
  reply: envelope(
    z.object({
      units: z.array(TemplateUnit),
      total: z.number().int(),
      /** Whether units out of reach have it too. */
      elsewhere: z.boolean(),
    }),
  ),
})

const owner = {
  /** The caller's own by default. */
  entity: EntityId.optional(),
}

export const TemplateDraft = z
  .strictObject({
    ...owner,
    title: TemplateTitle,
    /** In place of the one of the template that it begins as; null: none. */
    icon: UnitIcon.nullable().optional(),
    /** A copy of this template. */
    templateID: TemplateId.optional(),
    /** A copy of what this unit shows. */
    dataID: DataId.optional(),
  })
  .refine(({ templateID, dataID }) => templateID === undefined || dataID === undefined, {
    path: ['dataID'],
    message: 'fields.template-start',
  })
export type TemplateDraft = z.infer<typeof TemplateDraft>

export const createTemplate = manageEndpoint(`POST ${API_BASE}/templates`, {
  idempotent: true,
  summary: `Add a shared template to an entity (admin): empty, or as another one or what a unit shows; an entity has at most ${MOST_TEMPLATES}`,
  body: TemplateDraft,
  reply: envelope(Template),
})

/** A template as a file: what it shows, and nothing of whose it is. */
export const TemplateFile = z.strictObject({
  format: z.literal('fieldwatch-template', 'fields.template-file'),
  formatVersion: z.literal(1, 'fields.template-newer'),
  template: TemplateDefinition.superRefine(checkTemplate),
})
export type TemplateFile = z.infer<typeof TemplateFile>

export const TemplateImport = z
  .strictObject({
    ...owner,
    /** In place of the one in the file. */
    title: TemplateTitle.optional(),
    file: TemplateFile,
  })
  .refine(({ title, file }) => title !== undefined || TemplateTitle.safeParse(file.template.title).success, {
    path: ['title'],
    message: 'fields.name-required',
  })
export type TemplateImport = z.infer<typeof TemplateImport>

export const importTemplate = manageEndpoint(`POST ${API_BASE}/templates/import`, {
  idempotent: true,
  summary: 'Add a template from a file that was exported here or elsewhere (admin)',
  body: TemplateImport,
  reply: envelope(Template),
})

export const renameTemplate = manageEndpoint(`PUT ${API_BASE}/templates/:id/title`, {
  summary: 'Give a shared template of an entity in reach another name, and the units that share it another icon',
  params: z.object({ id: TemplateId }),
  body: z.object({
    title: TemplateTitle,
    /** Null: none; left out, it stays. */
    icon: UnitIcon.nullable().optional(),
    version: SeenVersion,
  }),
  reply: envelope(Template),
})

export const deleteTemplate = manageEndpoint(`DELETE ${API_BASE}/templates/:id`, {
  summary: 'Delete a shared template that no unit has (admin)',
  params: z.object({ id: TemplateId }),
  body: z.object({ version: SeenVersion }),
})
