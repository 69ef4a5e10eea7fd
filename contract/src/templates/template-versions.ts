import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { TemplateId, UtcTime } from '../api/ids.ts'
import type { TemplateDifference } from './template-difference.ts'
import { Template, TemplateDefinition } from './templates.ts'
import { SeenVersion, Version } from '../api/version.ts'

/** What made a version: a change, going back to a former one, or the use of what one unit tried. */
const TEMPLATE_CHANGES = ['changed', 'restored', 'tried'] as const

/** How a version came to be. */
export interface TemplateChangeNote {
  readonly version: number
  readonly how: (typeof TEMPLATE_CHANGES)[number]
  /** The version that it went back to. */
  readonly restored?: number
  /** Older versions of the portal kept English sentences. */
  readonly changes: readonly (TemplateDifference | string)[]
  readonly more: number
}

const VersionNumber = z.coerce.number<string | number>().int().min(1).max(1_000_000_000)

export const TemplateVersion = z.object({
  version: Version,
  changedUTC: UtcTime,
  /** Null: no one in reach. */
  changedBy: z.string().nullable(),
  /** Null for the first version that is known. */
  how: z.enum(TEMPLATE_CHANGES).nullable(),
  /** The version that it went back to. */
  restored: Version.nullable(),
  /** What it changed, the first few sentences, and how many more there are. */
  changes: z.array(z.string()),
  more: z.number().int(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

const readEndpoint = endpointsWith({ scope: 'read', tag: 'templates' })

export const listTemplateVersions = readEndpoint(`GET ${API_BASE}/templates/:id/versions`, {
  summary: 'The versions of a template that are kept, the newest, which is shown, first',
  params: z.object({ id: TemplateId }),
  reply: envelope(z.array(TemplateVersion)),
})

export const getTemplateVersion = readEndpoint(`GET ${API_BASE}/templates/:id/versions/:version`, {
  summary: 'What a version of a template shows',
  params: z.object({ id: TemplateId, version: VersionNumber }),
  reply: envelope(TemplateDefinition),
})

export const restoreTemplate = defineEndpoint(`POST ${API_BASE}/templates/:id/restore`, {
  tag: 'templates',
  summary: 'Go back to a former version of a template, which makes a new one',
  params: z.object({ id: TemplateId }),
  body: z.object({
    /** The version to go back to. */
    restore: z.number().int().min(1).max(1_000_000_000),
    version: SeenVersion,
  }),
  reply: envelope(Template),
})
