import type { Change } from '@fieldwatch/contract/consequences/changes'
import {
  type Fleet,
  type FleetAlert,
  isActive,
  isAdmin,
  nearestAdmins,
  reachOf,
  sees,
  shownBy,
  subtreeOf,
} from './fleet.ts'

/** A fleet after a change. */
export interface Followed {
  readonly fleet: Fleet
  /** Who gets a mail about what became of their things. */
  readonly told: ReadonlySet<string>
  /** It cannot be made, and nothing changes. */
  readonly refused: boolean
}

/** The new unit of a device behind a gateway. */
export interface NewUnit {
  readonly dataId: string
  readonly name: string
}

interface Step {
  fleet: Fleet
  readonly told: Set<string>
  /** Who makes the change. */
  readonly by: string
  /** Makes the new unit of `source-moved`. */
  readonly newUnit: NewUnit | undefined
}

/** What follows from a change, by rules that know nothing of declarations: each is one sentence of the reference. */
export function followNaively(
  before: Fleet,
  change: Change,
  { by, newUnit }: { readonly by: string; readonly newUnit: NewUnit | undefined },
): Followed {
  if (isRefused(before, change)) return { fleet: before, told: new Set(), refused: true }
  const step: Step = { fleet: structuredClone(before), told: new Set(), by, newUnit }
  make(step, change)
  withholdRequests(step.fleet)
  return { fleet: step.fleet, told: step.told, refused: false }
}

function isRefused(fleet: Fleet, change: Change): boolean {
  switch (change.kind) {
    case 'person-demoted':
    case 'person-moved':
    case 'person-disabled':
    case 'person-deleted':
      return change.userIDs.some((person) => isLastAdmin(fleet, person))
    default:
      return false
  }
}

function isLastAdmin(fleet: Fleet, person: string): boolean {
  const admins = Object.entries(fleet.people).filter(
    ([, one]) => one.entity === fleet.people[person]?.entity && one.role === 'admin' && one.active,
  )
  return admins.length === 1 && admins[0]?.[0] === person
}

function make(step: Step, change: Change): void {
  const { fleet, told, by } = step
  switch (change.kind) {
    case 'unit-moved':
    case 'unit-shared':
      for (const unit of change.dataIDs) giveUnit(step, unit, [...change.entities])
      return
    case 'unit-deactivated':
      for (const unit of change.dataIDs) {
        for (const link of fleet.links)
          if (link.unit === unit && opens(fleet, link) && link.by !== by) told.add(link.by)
        unitOf(fleet, unit).active = false
      }
      return
    case 'unit-deleted':
      for (const unit of change.dataIDs) deleteUnit(step, unit)
      return
    case 'data-id-changed':
      // Everything that names it names the new one.
      step.fleet = JSON.parse(JSON.stringify(fleet).replaceAll(change.dataID, change.to)) as Fleet
      return
    case 'template-changed':
      for (const unit of change.dataIDs) chooseTemplate(step, unit, change.templateID)
      return
    case 'source-deleted':
      loseSource(step, change.dataID, change.source)
      return
    case 'source-moved': {
      loseSource(step, change.dataID, change.source)
      const { entities } = unitOf(fleet, change.dataID)
      const { dataId = '', name = '' } = step.newUnit ?? {}
      fleet.units[dataId] = {
        name,
        entities: [...entities],
        active: true,
        template: null,
        copy: null,
        sources: ['telemetry'],
        removed: [],
      }
      return
    }
    case 'chart-renamed':
    case 'chart-deleted':
      changeChart(step, shownBy(fleet, change.dataID) ?? '', change)
      return
    case 'event-table-changed':
      for (const table of fleet.eventTables) if (table.unit === change.dataID) table.source = 'tank'
      return
    case 'event-table-deleted':
      removeTable(fleet, change.dataID, change.event)
      endAlerts(step, change.dataID, ({ event }) => event === change.event)
      stopReports(step, ({ unit, event }) => unit === change.dataID && event === change.event)
      return
    case 'alert-deleted':
      for (const { id, people } of fleet.alerts)
        if (id === change.alertID) for (const { person, owns } of people) if (owns && person !== by) told.add(person)
      fleet.alerts = fleet.alerts.filter(({ id }) => id !== change.alertID)
      return
    case 'place-changed':
      for (const place of fleet.places) if (isOneOf(change.placeIDs, place.id)) place.name = 'Yard'
      return
    case 'place-deleted':
      fleet.places = fleet.places.filter(({ id }) => !isOneOf(change.placeIDs, id))
      return
    case 'person-demoted':
      changePeople(step, change.userIDs, () => {
        for (const id of change.userIDs) personOf(fleet, id).role = change.role ?? 'viewer'
      })
      return
    case 'person-moved':
      changePeople(step, change.userIDs, () => {
        for (const id of change.userIDs) personOf(fleet, id).entity = change.entityID
      })
      return
    case 'person-disabled':
    case 'person-enabled':
      changePeople(step, change.userIDs, () => {
        for (const id of change.userIDs) personOf(fleet, id).active = change.kind === 'person-enabled'
      })
      return
    case 'person-deleted':
      deletePeople(step, change.userIDs)
      return
    case 'entity-disabled':
    case 'entity-enabled':
      changePeople(step, peopleOf(fleet, [change.entityID]), () => {
        entityOf(fleet, change.entityID).active = change.kind === 'entity-enabled'
      })
      return
    case 'entity-deleted':
      deleteEntity(step, change.entityID)
  }
}

/** A unit belongs to other entities from now on. */
function giveUnit(step: Step, unit: string, entities: readonly string[]): void {
  const { fleet, told, by } = step
  const before = structuredClone(fleet)
  unitOf(fleet, unit).entities = [...entities]
  for (const alert of fleet.alerts.slice()) {
    if (!alert.units.some((one) => one.unit === unit && !one.ended)) continue
    // Who gets the alert and loses the unit is told.
    for (const { person } of alert.people)
      if (isActive(fleet, person) && sees(before, person, unit) && !sees(fleet, person, unit)) told.add(person)
    const isOwned = alert.people.some(
      ({ person, owns }) => owns && isActive(fleet, person) && sees(fleet, person, unit),
    )
    if (!isOwned && before.units[unit]?.entities.some((entity) => !entities.includes(entity)) === true)
      giveAlert(step, alert, { unit, entity: entities[0] ?? '' })
  }
  // A link opens as long as its creator sees the unit.
  for (const link of fleet.links)
    if (link.unit === unit && opens(before, link) && !sees(fleet, link.by, unit) && link.by !== by) told.add(link.by)
  settleReports(
    step,
    fleet.reports.flatMap((report) => (report.unit === unit ? report.recipients : [])),
  )
}

/** An alert that none of its owners can see on a unit goes to the admins of the new entity; on its other units it stays. */
function giveAlert(
  { fleet, told }: Step,
  alert: FleetAlert,
  { unit, entity }: { readonly unit: string; readonly entity: string },
): void {
  const heirs = nearestAdmins(fleet, entity)
  const seeing = alert.people.filter(({ person }) => isActive(fleet, person) && sees(fleet, person, unit))
  const others = seeing.filter(({ person }) => !heirs.includes(person))
  const people = [
    ...others.map(({ person }) => ({ person, owns: false, standsIn: null })),
    ...heirs.map((person) => ({ person, owns: true, standsIn: null })),
  ]
  for (const heir of heirs) told.add(heir)
  if (alert.units.every((one) => one.unit === unit)) {
    alert.entity = entity
    alert.people = people
    return
  }
  const moved = alert.units.filter((one) => one.unit === unit)
  alert.units = alert.units.filter((one) => one.unit !== unit)
  fleet.alerts.push({ ...alert, id: '', entity, units: moved, people })
}

function deleteUnit({ fleet, told }: Step, unit: string): void {
  for (const alert of fleet.alerts) {
    if (!alert.units.some((one) => one.unit === unit)) continue
    for (const { person, owns } of alert.people) if (owns) told.add(person)
    alert.units = alert.units.filter((one) => one.unit !== unit)
    if (alert.units.length > 0) continue
    alert.ended = true
    alert.reason = true
  }
  for (const report of fleet.reports)
    if (report.unit === unit && report.runs) for (const person of report.recipients) told.add(person)
  const stays = (thing: { readonly unit: string | null }): boolean => thing.unit !== unit
  fleet.reports = fleet.reports.filter(stays)
  fleet.eventTables = fleet.eventTables.filter(stays)
  fleet.calculations = fleet.calculations.filter(stays)
  fleet.notes = fleet.notes.filter(stays)
  fleet.requests = fleet.requests.filter(stays)
  for (const thing of [...fleet.labels, ...fleet.incidents, ...fleet.boards])
    thing.units = thing.units.filter((one) => one !== unit)
  for (const thing of [...fleet.links, ...fleet.cards]) if (thing.unit === unit) thing.unit = null
  const { copy } = unitOf(fleet, unit)
  if (copy !== null) delete fleet.templates[copy]
  delete fleet.units[unit]
}

function loseSource(step: Step, unit: string, source: string): void {
  const { fleet } = step
  const tables = fleet.eventTables.filter((table) => table.unit === unit && table.source === source && !table.ended)
  const names = tables.map(({ name }) => name)
  endAlerts(step, unit, ({ event }) => (event === null ? source === 'room' : names.includes(event)))
  const charts = fleet.templates[shownBy(fleet, unit) ?? '']?.charts ?? []
  stopReports(
    step,
    (report) =>
      report.unit === unit &&
      (report.event === null ? charts.includes(report.chart ?? '') : names.includes(report.event)),
  )
  for (const table of tables) Object.assign(table, { ended: true, reason: true })
  unitOf(fleet, unit).sources = unitOf(fleet, unit).sources.filter((one) => one !== source)
}

/** A unit shows another template: what shows a chart shows the same one there, by its title, or stops. */
function chooseTemplate(step: Step, unit: string, template: string | null): void {
  const { fleet } = step
  const chartOf = (): string | undefined => fleet.templates[shownBy(fleet, unit) ?? '']?.charts[0]
  const before = chartOf()
  unitOf(fleet, unit).template = template
  giveTables(fleet, unit)
  const after = chartOf()
  if (before === undefined || before === after) return
  const isMeant = (thing: { readonly unit: string | null; readonly chart: string | null }): boolean =>
    thing.unit === unit && thing.chart === before
  if (after === undefined) return stopReports(step, isMeant)
  for (const thing of [...fleet.reports, ...fleet.links]) if (isMeant(thing)) thing.chart = after
}

/** The template lists the table no more if no other unit that shows it has one. */
function removeTable(fleet: Fleet, unit: string, name: string): void {
  fleet.eventTables = fleet.eventTables.filter((table) => table.unit !== unit || table.name !== name)
  const { removed } = unitOf(fleet, unit)
  const template = shownBy(fleet, unit)
  if (!removed.includes(name)) removed.push(name)
  const shown = fleet.templates[template ?? '']
  const isKept = fleet.eventTables.some((table) => table.name === name && shownBy(fleet, table.unit) === template)
  if (shown !== undefined && !isKept) shown.tables = shown.tables.filter((one) => one !== name)
}

/** A unit gets the tables that its template lists, each as the newest one of another unit that shows it. */
function giveTables(fleet: Fleet, unit: string): void {
  const { removed } = unitOf(fleet, unit)
  const template = shownBy(fleet, unit)
  for (const name of fleet.templates[template ?? '']?.tables ?? []) {
    const own = fleet.eventTables.some((table) => table.unit === unit && table.name === name)
    const [newest] = fleet.eventTables
      .filter((table) => table.name === name && !table.ended && shownBy(fleet, table.unit) === template)
      .toSorted((one, other) => other.since - one.since)
    if (own || newest === undefined || removed.includes(name)) continue
    fleet.eventTables.push({ ...newest, unit })
  }
}

function endAlerts({ fleet, told }: Step, unit: string, isMeant: (alert: FleetAlert) => boolean): void {
  for (const alert of fleet.alerts) {
    const watched = alert.units.find((one) => one.unit === unit && !one.ended)
    if (watched === undefined || !isMeant(alert)) continue
    watched.ended = true
    watched.reason = true
    for (const { person, owns } of alert.people) if (owns) told.add(person)
  }
}

/** Reports that run stop, and who gets or made them is told. */
function stopReports({ fleet, told }: Step, isMeant: (report: Fleet['reports'][number]) => boolean): void {
  for (const report of fleet.reports) {
    if (!report.runs || !isMeant(report)) continue
    Object.assign(report, { runs: false, awaitsRecipients: false, reason: true })
    for (const person of [...report.recipients, report.madeBy ?? '']) told.add(person)
  }
}

type ChartChange = Extract<Change, { kind: 'chart-renamed' | 'chart-deleted' }>

function changeChart(step: Step, template: string, change: ChartChange): void {
  const { fleet } = step
  const charts = fleet.templates[template]?.charts ?? []
  const [chart = ''] = charts
  const to = change.kind === 'chart-renamed' ? change.to : undefined
  const shows = (unit: string | null): boolean => shownBy(fleet, unit ?? '') === template
  charts.splice(0, 1, ...(to === undefined ? [] : [to]))
  if (to === undefined) return stopReports(step, (report) => shows(report.unit) && report.chart === chart)
  for (const thing of [...fleet.reports, ...fleet.links])
    if (shows(thing.unit) && thing.chart === chart) thing.chart = to
}

/** People may see less or more, or are signed out; what only they held changes hands. */
function changePeople(
  step: Step,
  people: readonly string[],
  change: () => void,
  before = structuredClone(step.fleet),
): void {
  const { fleet, told } = step
  const isPaused = (id: string): boolean => before.entities[id]?.active === true && fleet.entities[id]?.active !== true
  change()
  for (const alert of fleet.alerts) handOver(step, alert, people)
  for (const alert of fleet.alerts) giveBack(step, alert, people)
  settleReports(step, people)
  // Links and wallboards that show nothing from now on are for the admins of their entities. Those of a disabled entity pause with it.
  for (const { by, entity } of [...fleet.links, ...fleet.boards])
    if (people.includes(by) && mayShow(before, by, entity) && !mayShow(fleet, by, entity) && !isPaused(entity))
      for (const admin of nearestAdmins(fleet, entity)) told.add(admin)
}

/** Whether what a person made may be shown: they are an admin of its entity. */
const mayShow = (fleet: Fleet, person: string, entity: string): boolean =>
  isActive(fleet, person) && isAdmin(fleet, person) && reachOf(fleet, person).includes(entity)

/** Whether visitors see the unit of a link, as far as that depends on its creator. */
export const opens = (fleet: Fleet, { by, entity, unit }: Fleet['links'][number]): boolean =>
  unit !== null && mayShow(fleet, by, entity) && sees(fleet, by, unit)

const hears = (fleet: Fleet, person: string, { units }: FleetAlert): boolean =>
  isActive(fleet, person) && (units.length === 0 || units.some(({ unit }) => sees(fleet, person, unit)))

/** An alert of which no owner can be notified goes to the nearest admins, who stand in for its owners. */
function handOver({ fleet, told }: Step, alert: FleetAlert, people: readonly string[]): void {
  const owners = alert.people.filter(({ owns }) => owns)
  if (!owners.some(({ person }) => people.includes(person))) return
  if (owners.some(({ person }) => hears(fleet, person, alert))) return
  for (const heir of nearestAdmins(fleet, alert.entity)) {
    const known = alert.people.find(({ person }) => person === heir)
    if (known === undefined) alert.people.push({ person: heir, owns: true, standsIn: 'none' })
    else if (!known.owns) Object.assign(known, { owns: true, standsIn: 'viewer' })
    told.add(heir)
  }
}

/** Once one of its own owners can be notified again, those who stood in no longer own it. */
function giveBack({ fleet, told }: Step, alert: FleetAlert, people: readonly string[]): void {
  const standingIn = alert.people.filter(({ standsIn }) => standsIn !== null)
  const isBack = alert.people.some(
    ({ person, owns, standsIn }) => owns && standsIn === null && people.includes(person) && hears(fleet, person, alert),
  )
  if (!isBack) return
  for (const one of standingIn) {
    told.add(one.person)
    if (one.standsIn === 'viewer') Object.assign(one, { owns: false, standsIn: null })
  }
  alert.people = alert.people.filter(({ standsIn }) => standsIn !== 'none')
}

/** Reports that nobody can get pause, and resume when one of these people can get them again. */
function settleReports({ fleet, told }: Step, people: readonly string[]): void {
  const gets = (person: string, unit: string): boolean => isActive(fleet, person) && sees(fleet, person, unit)
  for (const report of fleet.reports) {
    const concerned = report.recipients.filter((person) => people.includes(person))
    if (concerned.length === 0) continue
    if (report.runs && !report.recipients.some((person) => gets(person, report.unit))) {
      Object.assign(report, { runs: false, awaitsRecipients: true, reason: true })
      for (const admin of nearestAdmins(fleet, report.entity)) told.add(admin)
    } else if (report.awaitsRecipients && concerned.some((person) => gets(person, report.unit))) {
      Object.assign(report, { runs: true, awaitsRecipients: false, reason: false })
    }
  }
}

/** `before`: what they could do. */
function deletePeople(step: Step, people: readonly string[], before = structuredClone(step.fleet)): void {
  const { fleet } = step
  const isDeleted = (id: string): boolean => people.includes(id)
  changePeople(
    step,
    people,
    () => {
      for (const id of people) personOf(fleet, id).active = false
    },
    before,
  )
  for (const alert of fleet.alerts) alert.people = alert.people.filter(({ person }) => !isDeleted(person))
  for (const report of fleet.reports) report.recipients = report.recipients.filter((person) => !isDeleted(person))
  fleet.tokens = fleet.tokens.filter(({ owner }) => !isDeleted(owner))
  fleet.listViews = fleet.listViews.filter(({ owner }) => !isDeleted(owner))
  for (const id of people) delete fleet.people[id]
}

/** Everything of the entity and of those below it goes, with their people; what is shared stays with others. */
function deleteEntity(step: Step, top: string): void {
  const { fleet, told } = step
  const gone = subtreeOf(fleet, top)
  const before = structuredClone(fleet)
  const above = entityOf(fleet, top).parent
  for (const entity of gone) entityOf(fleet, entity).active = false
  const left = Object.entries(fleet.units).map(
    ([dataId, { entities }]) => [dataId, entities, entities.filter((entity) => !gone.includes(entity))] as const,
  )
  for (const [dataId, , entities] of left) if (entities.length === 0) deleteUnit(step, dataId)
  const stays = ({ entity }: { readonly entity: string }): boolean => !gone.includes(entity)
  for (const alert of fleet.alerts)
    if (!stays(alert) && !alert.ended) for (const { person, owns } of alert.people) if (owns) told.add(person)
  for (const report of fleet.reports)
    if (!stays(report) && report.runs) for (const person of report.recipients) told.add(person)
  fleet.alerts = fleet.alerts.filter(stays)
  fleet.reports = fleet.reports.filter(stays)
  fleet.incidents = fleet.incidents.filter(stays)
  fleet.labels = fleet.labels.filter(stays)
  fleet.places = fleet.places.filter(stays)
  fleet.links = fleet.links.filter(stays)
  fleet.boards = fleet.boards.filter(stays)
  fleet.cards = fleet.cards.filter(stays)
  fleet.mappings = fleet.mappings.filter(stays)
  fleet.networkServers = fleet.networkServers.filter(stays)
  fleet.webhooks = fleet.webhooks.filter(stays)
  for (const [dataId, before, entities] of left)
    if (entities.length > 0 && entities.length < before.length) giveUnit(step, dataId, entities)
  for (const [id, template] of Object.entries(fleet.templates)) {
    if (template.entity === null || !gone.includes(template.entity)) continue
    const isShown = Object.values(fleet.units).some((unit) => unit.template === id)
    if (isShown && above !== null) template.entity = above
    else delete fleet.templates[id]
  }
  deletePeople(step, peopleOf(fleet, gone), before)
  for (const entity of gone) delete fleet.entities[entity]
}

/** Requests that wait are sent by the rights that their starters have now, and only to active units. */
function withholdRequests(fleet: Fleet): void {
  for (const request of fleet.requests) {
    const unit = unitOf(fleet, request.unit)
    const reach = reachOf(fleet, request.by)
    const reachesAll = unit.entities.every((entity) => reach.includes(entity))
    const isSent = unit.active && isActive(fleet, request.by) && isAdmin(fleet, request.by) && reachesAll
    if (request.state === 'waiting' && !isSent) Object.assign(request, { state: 'not-sent', reason: true })
  }
}

const peopleOf = (fleet: Fleet, entities: readonly string[]): string[] =>
  Object.keys(fleet.people).filter((id) => entities.includes(fleet.people[id]?.entity ?? ''))

const isOneOf = (ids: readonly number[], id: string): boolean => ids.includes(Number(id))

const entityOf = (fleet: Fleet, id: string) => known(fleet.entities[id])
const personOf = (fleet: Fleet, id: string) => known(fleet.people[id])
const unitOf = (fleet: Fleet, dataId: string) => known(fleet.units[dataId])

function known<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('a change names something that is not there')
  return thing
}
