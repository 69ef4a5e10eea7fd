import { parseJson } from '../text/json.ts'
import { z } from 'zod'
import { API_BASE, Done, endpointsWith, envelope } from '../api/endpoint.ts'
import { Upload } from '../api/files.ts'
import { EntityId } from '../api/ids.ts'
import { line } from '../text/text.ts'
import { MeasurePreference } from '../measures/measure-preference.ts'
import { LanguageShape } from '../text/language-shape.ts'
import { SeenVersionText, Version } from '../api/version.ts'

export const EntityStatus = z.enum(['active', 'disabled'])
export type EntityStatus = z.infer<typeof EntityStatus>

export const Entity = z.object({
  entityID: EntityId,
  name: z.string(),
  logo: z.string(),
  icon: z.string(),
  url: z.string(),
  /** Users of a disabled entity cannot sign in; its units work as before. */
  status: EntityStatus,
  company: z.string(),
  /** Ids of the entities below this one. */
  subEntities: z.array(EntityId),
  /** Whether the people of it, and of those below it, need a second factor to sign in with a password. */
  secondFactorRequired: z.boolean(),
  /** The nearest entity above that requires it, which counts here too; its name is null where it is out of reach. */
  secondFactorRequiredBy: z.object({ name: z.string().nullable() }).nullable(),
  /** Whether viewers may change dashboards, event tables and calculated sources of its units and templates. */
  viewersMayEdit: z.boolean(),
  /** Whether viewers may read and update the configurations of the sensor screens of its units. */
  viewersMayConfigure: z.boolean(),
  /** The units of measure that its people read unless they prefer others; null: as sent. */
  measures: MeasurePreference.nullable(),
  /** The language of its people who have chosen none; null: that of their browser. */
  language: LanguageShape.nullable(),
  version: Version,
})
export type Entity = z.infer<typeof Entity>

export const EntityName = line(120).min(1, 'fields.enter-name')
/** The company that an entity is or belongs to; may be empty. */
export const CompanyName = line(120)

/** An address on the web, or nothing; without a scheme `https://` is put before it. */
export const WebAddress = line(300)
  .overwrite((text) => (text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine((text) => text === '' || isWebAddress(text), 'fields.web-address')

/** True or false in a form. */
const FormSwitch = z.stringbool({ truthy: ['true'], falsy: ['false'] })

/** `true` confirms a name that another entity in reach has. */
const SameName = FormSwitch.optional()

/** A preference of units of measure in a form, as JSON; an empty text: none. */
const FormMeasures = z
  .string()
  .max(2000)
  .transform((text, context): unknown => {
    if (text === '') return null
    const value = parseJson(text)
    if (value === undefined) context.addIssue({ code: 'custom', message: 'fields.measures-json' })
    return value === undefined ? z.NEVER : value
  })
  .pipe(MeasurePreference.nullable())

/** A language in a form; an empty text: none. */
const FormLanguage = z.union([LanguageShape, z.literal('').transform(() => null)])

/** A new picture, or an empty text to have none. */
const Picture = z.union([Upload, z.literal('')])

const readEndpoint = endpointsWith({ scope: 'read', tag: 'entities' })
const userEndpoint = endpointsWith({ tag: 'entities' })

export const listEntities = readEndpoint(`GET ${API_BASE}/entities`, {
  summary: 'The entities in reach, the own one first, then by name',
  reply: envelope(z.array(Entity)),
})

export const getEntity = readEndpoint(`GET ${API_BASE}/entities/:id`, {
  summary: 'An entity in reach',
  params: z.object({ id: EntityId }),
  reply: envelope(Entity),
})

export const createEntity = userEndpoint(`POST ${API_BASE}/entities`, {
  idempotent: true,
  summary: 'Add a sub-entity to the own entity or to one in reach (admin or viewSubentities)',
  bodyFormat: 'multipart',
  body: z.object({
    name: EntityName,
    sameName: SameName,
    url: WebAddress.optional(),
    company: CompanyName.optional(),
    logo: Picture.optional(),
    icon: Picture.optional(),
    /** The entity above the new one; the own one by default. */
    parent: EntityId.optional(),
  }),
  reply: envelope(z.object({ entityID: EntityId })),
})

export const updateEntity = userEndpoint(`PUT ${API_BASE}/entities`, {
  summary: 'Change an entity in reach (admin); what is left out stays, an empty logo or icon removes it',
  bodyFormat: 'multipart',
  body: z.object({
    entityID: EntityId,
    name: EntityName.optional(),
    sameName: SameName,
    url: WebAddress.optional(),
    company: CompanyName.optional(),
    /** Not of the own entity. */
    status: EntityStatus.optional(),
    logo: Picture.optional(),
    icon: Picture.optional(),
    /** `true` needs your own second factor. */
    secondFactorRequired: FormSwitch.optional(),
    viewersMayEdit: FormSwitch.optional(),
    viewersMayConfigure: FormSwitch.optional(),
    measures: FormMeasures.optional(),
    /** An empty text: none. */
    language: FormLanguage.optional(),
    version: SeenVersionText,
  }),
  reply: Done.extend({ details: Entity }),
})

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
