import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Template } from '@fieldwatch/contract/templates/templates'
import type { ShareState } from '@fieldwatch/contract/shares/shares'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin, mayReach } from '#people/access/access-policy.ts'
import { type Actor, createPersonStore } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { StoredShare } from './share-store.ts'
import { shownScreen } from './shared-screen.ts'
import { dataOfUnit, type Visit } from './visit.ts'

/** A link that opens, and what it shows at this moment. */
export interface OpenShare extends Visit {
  readonly state: 'open'
  readonly share: StoredShare
}

export type JudgedShare = OpenShare | { readonly state: Exclude<ShareState, 'open'> }

/** A template with the names and units of the calculated sources of its unit. */
export type WithLooks = (dataId: DataId, template: Template) => Promise<Template>

export interface JudgeParts {
  readonly db: Db
  readonly withLooks: WithLooks
}

/**
 * Judges links by the rights that their creators have now: a link shows what its creator could share at this moment. Creators are read
 * once, so that a list of links asks little.
 */
export function createShareJudge({ db, withLooks }: JudgeParts, now: number) {
  const creators = new Map<string, Promise<Actor | undefined>>()

  async function findCreator({ createdBy, entity }: StoredShare): Promise<Actor | undefined> {
    const finding = creators.get(createdBy) ?? createPersonStore(db).findActive(createdBy)
    creators.set(createdBy, finding)
    const actor = await finding
    return actor !== undefined && isAdmin(actor) && mayReach(actor, entity) ? actor : undefined
  }

  return async (share: StoredShare): Promise<JudgedShare> => {
    if (share.expiresAt !== undefined && share.expiresAt <= now) return { state: 'expired' }
    const actor = await findCreator(share)
    if (actor === undefined) return { state: 'creator' }
    const { dataId } = share
    const unit = dataId === undefined ? undefined : await findUnit(db, dataId, actor)
    if (dataId === undefined || unit === undefined) return { state: 'unit' }
    const template = await findTemplate(db, unit, actor)
    const looking = template && (await withLooks(dataId, template))
    const shown = looking && shownScreen(looking, { ...share.what, name: unit.friendlyName }, share.fields)
    if (shown === undefined) return { state: 'screen' }
    return { state: 'open', share, id: share.id, actor, screen: shown, ...dataOfUnit(dataId, shown) }
  }
}

async function findUnit(db: Db, dataId: DataId, { reach }: Actor) {
  const [unit] = await createUnitStore(db).listDocuments(reach, { dataIds: [dataId] })
  return unit
}

type Unit = NonNullable<Awaited<ReturnType<typeof findUnit>>>

/** The template that a unit shows; undefined when it has none. */
export async function findTemplate(
  db: Db,
  { customTemplate, defaultTemplate }: Pick<Unit, 'customTemplate' | 'defaultTemplate'>,
  { reach }: Pick<Actor, 'reach'>,
) {
  const id = customTemplate ?? defaultTemplate
  if (id === null || id === undefined) return undefined
  try {
    return await createTemplateStore(db).getTemplate(id, { reach })
  } catch (error) {
    // It was deleted in between.
    if (isDomainError(error)) return undefined
    throw error
  }
}
