import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, TemplateId } from '../api/ids.ts'
import { Template } from './templates.ts'
import { SeenVersion } from '../api/version.ts'

const userEndpoint = endpointsWith({ tag: 'templates' })

export const tryTemplate = userEndpoint(`POST ${API_BASE}/templates/trials`, {
  summary:
    'Have one unit try something in place of the template that it shares with others (admin): it gets a copy, to be changed there; `DELETE templates/` gives it up',
  body: z.object({
    dataID: DataId,
    /** The template whose copy it tries; the shared one by default. */
    templateID: TemplateId.optional(),
    /** A former version of that. */
    of: z.number().int().min(1).max(1_000_000_000).optional(),
  }),
  reply: envelope(Template),
})

export const useTriedTemplate = userEndpoint(`POST ${API_BASE}/templates/trials/use`, {
  summary:
    'Make what a unit tries a new version of the shared template, for all units that have it (admin); answers that',
  body: z.object({
    dataID: DataId,
    /** The version of what the unit tries. */
    version: SeenVersion,
    /** The version of the shared template that it replaces. */
    sharedVersion: SeenVersion,
  }),
  reply: envelope(Template),
})
