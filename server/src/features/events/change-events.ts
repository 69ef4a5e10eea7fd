import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { say } from '@fieldwatch/messages/server-sentences'
import { columnsAsMade, nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { type EventDraft, type EventTable, MOST_TAGGED_TOGETHER } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { type Template, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { type AuditedChange, createAuditStore } from '#platform/audit/audit-store.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { starterOf } from '#people/credentials/find-starter.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { requireSeen } from '#platform/versions/require-seen.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import { requireMayRead } from '#records/store/source-policy.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { changeTemplateWithin } from '#fleet/templates/change-template.ts'
import { lockForNaming } from '#fleet/templates/free-title.ts'
import { createPlaceStore } from '#fleet/places/place-store.ts'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { requireMayEditUnit } from '#fleet/units/require-may-edit-unit.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { describeTable } from './describe-events.ts'
import { changedRule, type EventChange, gapOf, requireKnown, requireMayAdd, ruleOf, sourcesOf } from './event-policy.ts'
import type { EventRule, EventValue } from './event-rule.ts'
import { createEventStore, EVENTS, type EventStore, type StoredEventTable } from './event-store.ts'
import { followTable } from './follow-table.ts'
import { findShownTemplate } from '#fleet/templates/shown-template.ts'
import { createFindingStore } from './finding-store.ts'
import { learnGapMinutes } from './learn-gap.ts'
import type { TableFollowers } from './table-followers.ts'
import { createOccurrenceStore, type OccurrenceRange } from './occurrence-store.ts'

export interface ChangeParts extends Pick<Platform, 'db' | 'bus' | 'clock' | 'random'> {
  readonly reader: RecordReader
  readonly tableFollowers: TableFollowers
  readonly followChange: FollowChange
}

/** Whose event table is changed, by whom. */
export interface AskedChange {
  readonly caller: Caller
  readonly dataId: DataId
  readonly name: string
}

interface Work {
  readonly tx: Db
  /** What the unit shows, in `changeListed`. */
  readonly shown: Template | undefined
  readonly unitName: string
  readonly store: EventStore
  readonly now: number
}

interface MadeChange extends Omit<AuditedChange, 'at'> {
  /** What to publish after the commit. */
  readonly publish?: () => void
}

/**
 * Adds an event table to a unit, and its entry to the template that the unit shows. `isListed`: the template has it.
 * @throws DomainError access/forbidden, access/only-admins-edit, unit/not-found, and as `requireMayAdd`
 */
export async function createEvent(
  parts: ChangeParts,
  asked: AskedChange,
  draft: EventDraft,
): Promise<{ table: EventTable; isListed: boolean }> {
  const { caller, dataId, name } = asked
  requireMayRead(caller, ...sourcesOf({ ...draft.comparison.condition, values: draft.values }))
  const rule = ruleOf(
    draft,
    draft.maxGapMinutes ?? (await findGap(parts, asked, draft.comparison.condition)).maxGapMinutes,
  )
  const title = draft.title ?? name.replaceAll('_', ' ')
  let isListed = false
  await changeListed(parts, asked, async ({ tx, shown, store, now }) => {
    const sources = await createSourceStore(tx).list(dataId, caller)
    requireMayAdd(draft, { sources, tables: await store.list(dataId) })
    await requirePlace(tx, dataId, draft.comparison)
    await parts.tableFollowers.lock(tx, { dataId, name })
    await store.create({ dataId, name, title, rule, now })
    const publish = await followTable(parts, tx, { dataId, name, title, ...rule }, { caller: byOf(caller), now })
    // Units that had the entry and no condition get this one; a new entry reaches them with the change of the template.
    if (shown !== undefined && isListedIn(shown, name)) await createTemplateStore(tx).setEventTablesDue(shown.id)
    const listed = await listInTemplate({ ...parts, db: tx }, asked, shown, (definition) =>
      isListedIn(definition, name)
        ? undefined
        : {
            ...definition,
            events: [...(definition.events ?? []), { title, columns: columnsAsMade(rule.values), type: 'event' }],
          },
    )
    isListed = listed.isListed
    return { action: 'create event table', after: rule, publish: both(publish, listed.publish) }
  })
  return { table: describeTable(await createEventStore(parts.db).get(dataId, name)), isListed }
}

/**
 * After how long without data occurrences of a value of a unit end unless a person says otherwise.
 * @throws DomainError access/forbidden, unit/not-found
 */
export async function findGap(
  { db, reader }: Pick<ChangeParts, 'db' | 'reader'>,
  { caller, dataId }: Pick<AskedChange, 'caller' | 'dataId'>,
  value: EventValue,
) {
  requireMayRead(caller, value.source)
  const template = await findShownTemplate(db, dataId, caller)
  const source = await createSourceStore(db).find(dataId, value.source)
  const isOnPlaces = placeOfField(value.field) !== undefined || journeyOfField(value.field) !== undefined
  const learned =
    source === undefined || isOnPlaces ? undefined : await learnGapMinutes(reader, source.key, value.field)
  return gapOf(learned, template, value)
}

/**
 * Has all occurrences of an event table found again. Tags stay. One that ended begins again once its source is there again.
 * @throws DomainError access/forbidden, unit/not-found, event/not-found, event/ended
 */
export async function refreshEvent(parts: ChangeParts, asked: AskedChange): Promise<void> {
  await change(parts, asked, async ({ tx, store }) => {
    const table = await store.get(asked.dataId, asked.name)
    requireMayRead(asked.caller, ...sourcesOf(table))
    if (table.ended !== undefined && (await createSourceStore(tx).find(asked.dataId, table.source)) === undefined)
      throw new DomainError('event/ended', { message: say('answers.event-ended', { reason: table.ended }) })
    await store.restart(table)
    return { action: 'refresh event table' }
  })
}

/**
 * Changes by what an event table of one unit finds occurrences, and has all found again. Tags stay.
 * @throws DomainError access/forbidden, unit/not-found, event/not-found, event/changed, request/invalid
 */
export async function changeEvent(
  parts: ChangeParts,
  asked: AskedChange,
  { version, ...wanted }: EventChange & { readonly version: number | undefined },
): Promise<void> {
  const { caller, dataId, name } = asked
  await change(parts, asked, async ({ tx, store, now }) => {
    const finding = createFindingStore(tx)
    const { id } = await store.get(dataId, name)
    await parts.tableFollowers.lock(tx, { dataId, name })
    // No step finds occurrences by the former rule in the meantime.
    // A step locks its follower first.
    await createFollowerStore(tx).lock(EVENTS, [String(id)])
    const before = await finding.claim(id)
    if (before === undefined) throw new DomainError('event/not-found')
    requireMayRead(caller, ...sourcesOf(before))
    const thing = { kind: 'event', id } as const
    await requireSeen(tx, caller, thing, version)
    requireKnown(wanted, await createSourceStore(tx).list(dataId, caller))
    await requirePlace(tx, dataId, wanted.comparison)
    const rule = changedRule(before, wanted)
    requireMayRead(caller, ...sourcesOf(rule))
    await store.change(before, rule)
    await createVersionStore(tx).raise(thing, { by: starterOf(caller).userId, at: now })
    await clearWhatIsNotFoundAgain(tx, before, rule)
    await finding.moveFigures(id, before.values, rule.values)
    const publish = isSameRule(before, rule)
      ? undefined
      : await followTable(parts, tx, { ...before, ...rule }, { caller: byOf(caller), now })
    return { action: 'change event table', before: ruleOnly(before), after: rule, ...(publish && { publish }) }
  })
  parts.bus.publish('occurrences-changed', { dataId, name })
}

const byOf = (caller: Caller) => ({ userId: starterOf(caller).userId, reach: caller.reach })

/** @throws DomainError request/invalid for a place of none of the entities of the unit */
async function requirePlace(tx: Db, dataId: DataId, comparison: EventDraft['comparison'] | undefined): Promise<void> {
  const reference = comparison === undefined ? undefined : placeOfField(comparison.condition.field)
  if (reference?.kind !== 'place') return
  const entities = await createUnitStore(tx).listEntities(dataId)
  if ((await createPlaceStore(tx).find(reference.id, entities)) === undefined)
    throw invalidField('comparison', 'fields.place-of-unit')
}

/** Whether the same records are in occurrences: other columns do not matter. */
function isSameRule(one: EventRule, other: EventRule): boolean {
  return one.comparison === other.comparison && one.gapMs === other.gapMs && one.startAt === other.startAt
}

/** Occurrences before the start, and those of another condition whose records retention removed. */
async function clearWhatIsNotFoundAgain(tx: Db, before: StoredEventTable, rule: EventRule): Promise<void> {
  const isSame = before.comparison === rule.comparison && before.gapMs === rule.gapMs
  const finding = createFindingStore(tx)
  const source = isSame ? undefined : await createSourceStore(tx).find(before.dataId, rule.source)
  const removedBefore = source === undefined ? undefined : await finding.findRemovedBefore(source.key)
  const range = { from: 0, to: Math.max(rule.startAt, removedBefore ?? rule.startAt) }
  await finding.clear(before.id, range)
  await finding.sumUp(before.id, range)
}

/**
 * Removes the event table of a unit. Others that share the template keep theirs, and its entry goes with the last one.
 * @throws DomainError access/forbidden, unit/not-found, event/not-found
 */
export async function removeEvent(parts: ChangeParts, asked: AskedChange): Promise<{ isListed: boolean }> {
  let isListed = true
  const { caller, dataId, name } = asked
  await changeListed(parts, asked, async ({ tx, shown, store, unitName, now }) => {
    const before = await store.get(dataId, name)
    requireMayRead(caller, ...sourcesOf(before))
    await parts.tableFollowers.lock(tx, before)
    await store.remove(before)
    const { title: table } = before
    const publish = await parts.followChange(tx, {
      change: { kind: 'event-table-deleted', dataID: dataId, event: name },
      reason: (t) => t('mails.table-deleted', { table, unit: unitName }),
      letter: { subject: (t) => t('mails.table-deleted.subject'), advice: (t) => t('mails.table-deleted.act') },
      caller: byOf(caller),
      now,
    })
    if (await store.isKeptByOthers(before)) return { action: 'remove event table', before, publish }
    const listed = await listInTemplate({ ...parts, db: tx }, asked, shown, (definition) => {
      const events = definition.events?.filter((entry) => nameOfEvent(entry.title) !== name)
      return events === undefined || events.length === definition.events?.length ? undefined : { ...definition, events }
    })
    isListed = listed.isListed
    return { action: 'remove event table', before, publish: both(publish, listed.publish) }
  })
  parts.bus.publish('occurrences-changed', { dataId, name })
  return { isListed }
}

/**
 * Sets the tag of occurrences, named by their starts or all of a range, or removes it when it is empty. Returns how many of them there are.
 * @throws DomainError access/forbidden, unit/not-found, event/not-found, event/occurrence-not-found
 */
export async function tagEvents(
  parts: ChangeParts,
  asked: AskedChange,
  { which, tag }: { readonly which: readonly number[] | OccurrenceRange; readonly tag: string },
): Promise<number> {
  const { dataId, name } = asked
  let tagged = 0
  await change(parts, asked, async ({ tx, store, now }) => {
    const table = await store.get(dataId, name)
    requireMayRead(asked.caller, ...sourcesOf(table))
    const { id } = table
    // No one finds others in their place in the meantime.
    if ((await createFindingStore(tx).claim(id)) === undefined) throw new DomainError('event/not-found')
    const occurrences = createOccurrenceStore(tx)
    const starts = 'from' in which ? await occurrences.listStarts(table, which, MOST_TAGGED_TOGETHER + 1) : which
    if (starts.length > MOST_TAGGED_TOGETHER) throw tooManyToTag()
    tagged = await occurrences.setTag(id, starts, tag, now)
    if (tagged === 0) throw new DomainError('event/occurrence-not-found')
    const eventStartUTC = starts.slice(0, 100).map((start) => new Date(start).toISOString())
    return { action: tag === '' ? 'remove tag' : 'set tag', after: { tag, count: tagged, eventStartUTC } }
  })
  parts.bus.publish('occurrences-changed', { dataId, name })
  return tagged
}

function tooManyToTag(): DomainError {
  return invalidField('all', say('answers.events-tagged', { count: MOST_TAGGED_TOGETHER }))
}

type MakeChange = (work: Work) => Promise<MadeChange>

/** Makes a change of a person to a unit in reach, with its entry in the audit log, and notifies the servers that find occurrences. */
function change(parts: ChangeParts, asked: AskedChange, make: MakeChange): Promise<void> {
  return makeWith(parts, asked, { make })
}

/** As `change`, where the template that the unit shows may change with it. It is locked before units, as other changes of templates do. */
function changeListed(parts: ChangeParts, asked: AskedChange, make: MakeChange): Promise<void> {
  const find: typeof findShownTemplate = async (tx, dataId, caller) => {
    const shown = await findShownTemplate(tx, dataId, caller)
    if (shown?.editable !== true) return shown
    await lockForNaming(tx, shown.id, caller.reach)
    return findShownTemplate(tx, dataId, caller)
  }
  return makeWith(parts, asked, { find, make })
}

async function makeWith(
  { db, bus, clock }: ChangeParts,
  { caller, dataId, name }: AskedChange,
  { find, make }: { readonly find?: typeof findShownTemplate; readonly make: MakeChange },
): Promise<void> {
  const now = clock()
  const publish = await db.transaction().execute(async (tx) => {
    const shown = await find?.(tx, dataId, caller)
    const { entities, friendlyName: unitName } = await createUnitStore(tx).getDocument(dataId, caller.reach)
    await requireMayEditUnit(tx, caller, dataId)
    const store = createEventStore(tx)
    await store.lockUnit(dataId)
    const { publish: after, ...made } = await make({ tx, shown, store, unitName, now })
    await createAuditStore(tx).recordChange(
      caller,
      { kind: 'event table', id: `${dataId}/${name}`, entity: entities[0] },
      { at: now, ...made },
    )
    return after
  })
  publish?.()
  bus.publish('followers-changed', { consumer: EVENTS })
}

/** In a transaction; publish after it. */
interface Listed {
  readonly isListed: boolean
  readonly publish?: () => void
}

/** Changes the template that a unit shows, or its own copy where the shared one is not the caller's or there is none. */
async function listInTemplate(
  parts: ChangeParts,
  { caller, dataId }: AskedChange,
  shown: Template | undefined,
  edit: (definition: TemplateDefinition) => TemplateDefinition | undefined,
): Promise<Listed> {
  const before = shown === undefined ? { title: await titleOfFirst(parts, caller, dataId) } : definitionOf(shown)
  // One of before that has more than a template may have today is changed by its editors alone.
  if (before === undefined) return { isListed: false }
  const edited = edit(before)
  if (edited === undefined) return { isListed: true }
  // Such as one with 100 event tables, which takes no other.
  if (!TemplateDefinition.safeParse(edited).success) return { isListed: false }
  const wanted =
    shown === undefined
      ? { dataID: dataId, template: edited }
      : {
          templateID: shown.id,
          version: shown.version,
          template: edited,
          ...(shown.editable ? {} : { dataID: dataId }),
        }
  try {
    const { publish } = await changeTemplateWithin(parts, { caller, change: wanted })
    return { isListed: true, publish }
  } catch (error) {
    // Someone else was quicker; the event table itself is as it was asked for.
    if (error instanceof DomainError && error.code.startsWith('template/')) return { isListed: false }
    throw error
  }
}

function both(one: () => void, other: (() => void) | undefined): () => void {
  return () => {
    one()
    other?.()
  }
}

/** What the first template of a unit is called: as the unit is. */
async function titleOfFirst({ db }: ChangeParts, { reach }: Caller, dataId: DataId): Promise<string> {
  return (await createUnitStore(db).getDocument(dataId, reach)).friendlyName.slice(0, 200)
}

function isListedIn({ events }: Pick<TemplateDefinition, 'events'>, name: string): boolean {
  return events?.some((entry) => nameOfEvent(entry.title) === name) === true
}

function ruleOnly({ comparison, startAt, gapMs, values }: EventRule): Partial<EventRule> {
  return { comparison, startAt, gapMs, values }
}

function definitionOf(template: Template): TemplateDefinition | undefined {
  return TemplateDefinition.strip().safeParse(template).data
}
