import { type Alert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { EntityId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import { type Entity, listEntities } from '@fieldwatch/contract/people/entities'
import { listUsers } from '@fieldwatch/contract/people/users'
import { listPlaces, type Place } from '@fieldwatch/contract/places/places'
import { type ListedTemplate, listTemplateGallery } from '@fieldwatch/contract/templates/template-gallery'
import { type Label, listLabels } from '@fieldwatch/contract/units/labels'
import { type DataDocument, listUnits } from '@fieldwatch/contract/units/units'
import { type Portal, PortalError } from '../portal/portal.ts'

interface KnownUser {
  readonly id: UserId
  readonly email: string
}

/** What the portal has, read when it is first asked for and kept until it is forgotten; and the names of its things. */
export interface Fleet {
  readonly portal: Portal
  /** Those in reach, the own one first. */
  readonly entities: readonly Entity[]
  readonly own: EntityId
  /** By name or id. */
  readonly findEntity: (name: string) => EntityId | undefined
  /** A name that finds it again. */
  readonly nameEntity: (id: EntityId) => string
  readonly labels: () => Promise<readonly Label[]>
  readonly places: () => Promise<readonly Place[]>
  readonly templates: () => Promise<readonly ListedTemplate[]>
  readonly units: () => Promise<readonly DataDocument[]>
  readonly alerts: () => Promise<readonly Alert[]>
  /** Those in reach; none where the caller may not list them. */
  readonly users: () => Promise<readonly KnownUser[]>
  /** Reads again what is asked for from now on. */
  readonly forget: () => void
}

export async function createFleet(portal: Portal): Promise<Fleet> {
  const { details: entities } = await portal.call(listEntities, {})
  const [first] = entities
  if (first === undefined) throw new Error('The token reaches no entity.')
  const forgetting: (() => void)[] = []

  function remembered<T>(read: () => Promise<T>): () => Promise<T> {
    let known: Promise<T> | undefined
    forgetting.push(() => (known = undefined))
    return () => (known ??= read())
  }

  return {
    portal,
    entities,
    own: first.entityID,
    findEntity: (name) => {
      const named = entities.filter((entity) => entity.name === name)
      return (named.length === 1 ? named[0] : entities.find(({ entityID }) => entityID === name))?.entityID
    },
    nameEntity: (id) => {
      const found = entities.find(({ entityID }) => entityID === id)
      const isUnique = entities.filter(({ name }) => name === found?.name).length === 1
      return found !== undefined && isUnique ? found.name : id
    },
    labels: remembered(async () => (await portal.call(listLabels, { query: {} })).details),
    places: remembered(async () => (await portal.call(listPlaces, { query: {} })).details.places),
    templates: remembered(() => readTemplates(portal, entities)),
    // Without a dataID the answer is a list.
    units: remembered(async () => (await portal.call(listUnits, { query: {} })).details as readonly DataDocument[]),
    alerts: remembered(() => readAlerts(portal)),
    users: remembered(async () => {
      const found = await unlessForbidden(portal.call(listUsers, { query: {} }))
      return found?.details.users ?? []
    }),
    forget: () => {
      for (const forgetOne of forgetting) forgetOne()
    },
  }
}

/** One entity at a time, because an answer has a limit. */
async function readTemplates(portal: Portal, entities: readonly Entity[]): Promise<ListedTemplate[]> {
  const found: ListedTemplate[] = []
  for (const { entityID: entity } of entities) {
    const { details } = await portal.call(listTemplateGallery, { query: { entity } })
    found.push(...details.templates)
  }
  return found
}

const ALERTS_A_PAGE = 200

/** All of the entities in reach for an admin, and for others those that are theirs. */
async function readAlerts(portal: Portal): Promise<Alert[]> {
  const readPage = (page: number, all: 'true' | 'false') =>
    portal.call(listAlerts, { query: { all, page, pageSize: ALERTS_A_PAGE } })
  const ofAll = await unlessForbidden(readPage(1, 'true'))
  const all = ofAll === undefined ? 'false' : 'true'
  let reply = ofAll ?? (await readPage(1, all))
  const found = [...reply.details]
  for (let page = 2; reply.pagination.hasNext; page += 1) {
    reply = await readPage(page, all)
    found.push(...reply.details)
  }
  return found
}

async function unlessForbidden<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PortalError && error.code === 'access/forbidden') return undefined
    throw error
  }
}

/** The shared template that a title means for something of these entities: one of theirs, else the only one; or the one of an id. */
export function findTemplate(
  templates: readonly ListedTemplate[],
  title: string,
  entities: readonly EntityId[],
): TemplateId | undefined {
  const named = templates.filter((one) => one.title.toLowerCase() === title.toLowerCase())
  const theirs = named.filter(({ entity }) => entities.includes(entity))
  const [only] = theirs.length > 0 ? theirs : named
  if (only !== undefined && (theirs.length || named.length) === 1) return only.id
  return templates.find(({ id }) => id === title)?.id
}

/** A title that finds a template again, or else its id. */
export function nameTemplate(
  templates: readonly ListedTemplate[],
  id: TemplateId,
  entities: readonly EntityId[],
): string {
  const title = templates.find((one) => one.id === id)?.title
  return title !== undefined && findTemplate(templates, title, entities) === id ? title : id
}
