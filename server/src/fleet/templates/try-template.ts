import type { Caller } from '#platform/http/caller.ts'
import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { TemplateId, DataId } from '@fieldwatch/contract/api/ids'
import { differencesOfTemplates } from '@fieldwatch/contract/templates/template-difference'
import type { tryTemplate as tryEndpoint } from '@fieldwatch/contract/templates/template-trials'
import type { Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { requireMayDecide } from '#fleet/units/unit-policy.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { followCharts } from './follow-charts.ts'
import type { TemplateParts } from './template-parts.ts'
import { requireMayChangeTemplate } from './template-policy.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'
import { createTemplateTrialStore } from './template-trial-store.ts'
import { createTemplateVersionStore } from './template-version-store.ts'
import { createUnitTemplateStore } from './unit-template-store.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { writeDefinition } from './write-definition.ts'

type Wanted = BodyOf<typeof tryEndpoint>

/** Differences that the audit log keeps. */
const MOST_KEPT = 20

/**
 * Has a unit try a copy in place of the template that it shares with others: of that one, of another one, or of a former version.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, template/none-shared, template/own-copy, template/not-yours,
 * template/not-found, template/version-not-found
 */
export async function tryTemplate(parts: TemplateParts, caller: Caller, wanted: Wanted): Promise<Template> {
  const { db, bus, clock, random, followChange } = parts
  const dataId = wanted.dataID
  const { tried, entity } = await db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    await units.lock(dataId)
    requireMayDecide(caller, await units.getDocument(dataId, caller.reach))
    const { customTemplate, defaultTemplate } = await createUnitTemplateStore(tx).lock(dataId, caller.reach)
    if (customTemplate !== undefined) throw new DomainError('template/own-copy')
    if (defaultTemplate === undefined) throw new DomainError('template/none-shared')
    const shared = await createTemplateStore(tx).lock(defaultTemplate, caller.reach)
    requireMayChangeTemplate(caller, shared)
    const definition = { ...(await wantedDefinition(tx, caller, wanted, shared)), title: shared.definition.title }

    const [id, at] = [random.id() as TemplateId, clock()]
    const { entityId } = shared
    await createTemplateStore(tx).create({
      id,
      entityId,
      definition,
      dataId,
      createdBy: caller.userId,
      createdAt: at,
    })
    await createUnitTemplateStore(tx).setCustomTemplate(dataId, id)
    const shown = { id, before: shared.definition, after: definition }
    await followCharts(tx, followChange, { ...shown, caller, now: at })
    await createTemplateTrialStore(tx).start({ dataId, copyId: id, templateId: shared.id, by: caller.userId, at })
    const changes = differencesOfTemplates(shared.definition, definition).slice(0, MOST_KEPT)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id: shared.id, entity: entityId },
      { at, action: 'try template', after: { dataID: dataId, name: definition.title, changes } },
    )
    return { tried: await createTemplateStore(tx).getTemplate(id, caller), entity: entityId }
  })
  bus.publish('unit-changed', { dataId })
  bus.publish('gallery-changed', { entities: [entity] })
  return tried
}

async function wantedDefinition(
  tx: Db,
  { reach }: Caller,
  { templateID, of }: Wanted,
  shared: StoredTemplate,
): Promise<TemplateDefinition> {
  const from = templateID === undefined ? shared : await createTemplateStore(tx).lock(templateID, reach)
  return of === undefined ? from.definition : createTemplateVersionStore(tx).getDefinition(from.id, of)
}

interface Using {
  readonly dataId: DataId
  /** The version of the copy that was looked at. */
  readonly seen: number | undefined
  /** The version of the shared template that was looked at. */
  readonly sharedSeen: number | undefined
}

/**
 * Makes what a unit tries a new version of the template that it shares with others. The unit shows that again, and its copy is gone.
 * @throws DomainError access/forbidden, unit/not-found, unit/shared, template/no-trial, template/not-yours, template/changed
 */
export async function useTriedTemplate(
  { db, bus, clock, followChange }: TemplateParts,
  caller: Caller,
  { dataId, seen, sharedSeen }: Using,
): Promise<Template> {
  const used = await db.transaction().execute(async (tx) => {
    const units = createUnitStore(tx)
    const templates = createTemplateStore(tx)
    await units.lock(dataId)
    requireMayDecide(caller, await units.getDocument(dataId, caller.reach))
    const { copyId, templateId } = await createTemplateTrialStore(tx).lock(dataId)
    const copy = await templates.lock(copyId, caller.reach)
    const shared = await templates.lock(templateId, caller.reach)
    requireMayChangeTemplate(caller, shared)
    await requireSeen(tx, caller, { kind: 'template', id: copyId }, seen)
    await requireSeen(tx, caller, { kind: 'template', id: templateId }, sharedSeen)

    const definition = { ...copy.definition, title: shared.definition.title }
    const written = { caller, template: shared, definition, how: 'tried' } as const
    const { version, changes } = await writeDefinition({ db: tx, clock, followChange }, written)
    await createUnitTemplateStore(tx).setCustomTemplate(dataId, null)
    await templates.remove(copyId)
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'template', id: templateId, entity: shared.entityId },
      {
        at: clock(),
        action: 'use tried template',
        before: { version: shared.version, template: shared.definition },
        after: { version, name: definition.title, dataID: dataId, changes, template: definition },
      },
    )
    return templates.getTemplate(templateId, caller)
  })
  publishUse(bus, { dataId, id: used.id, version: used.version })
  return used
}

/** All who show the shared template, and then the unit, which shows it again. */
function publishUse(
  bus: TemplateParts['bus'],
  { dataId, id, version }: { dataId: DataId; id: TemplateId; version: number },
): void {
  bus.publish('template-changed', { templateId: id, version })
  bus.publish('unit-changed', { dataId })
}
