import type { Change } from '@fieldwatch/contract/consequences/changes'
import { type Fleet, isActive, isAdmin, reachOf, sees, shownBy, subtreeOf } from './fleet.ts'
import { endAlerts, giveAlert, isKnown, judgeAgain } from './naive-alerts.ts'
import { passMinute } from './naive-states.ts'
import { changePeople, deletePeople, opens } from './naive-people.ts'
import { settleReports, stopReports } from './naive-reports.ts'
import { alertTopic, entityOf, type NewUnit, personOf, type Step, tell, type Told, unitOf } from './naive-step.ts'
import { changeChart, chooseTemplate, removeTable } from './naive-templates.ts'

/** A fleet after a change. */
export interface Followed {
  readonly fleet: Fleet
  /** Who gets a mail about what became of their things. */
  readonly told: Told
  /** It cannot be made, and nothing changes. */
  readonly refused: boolean
}

/** What follows from a change, by rules that know nothing of declarations: each is one sentence of the reference. */
export function followNaively(
  before: Fleet,
  change: Change,
  { by, newUnit }: { readonly by: string; readonly newUnit: NewUnit | undefined },
): Followed {
  if (isRefused(before, change)) return { fleet: before, told: new Map(), refused: true }
  const step: Step = { fleet: structuredClone(before), told: new Map(), by, newUnit }
  make(step, change)
  withholdRequests(step.fleet)
  passMinute(step.fleet)
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
  const { fleet, by } = step
  switch (change.kind) {
    case 'unit-moved':
    case 'unit-shared':
      for (const unit of change.dataIDs) giveUnit(step, unit, [...change.entities])
      return
    case 'unit-deactivated':
      for (const unit of change.dataIDs) {
        for (const link of fleet.links)
          if (link.unit === unit && opens(fleet, link) && link.by !== by) tell(step, link.by, 'link')
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
      judgeAgain(fleet, change.dataID)
      return
    case 'event-table-deleted':
      removeTable(fleet, change.dataID, change.event)
      endAlerts(step, change.dataID, ({ event }) => event === change.event)
      stopReports(step, ({ unit, event }) => unit === change.dataID && event === change.event)
      return
    case 'alert-deleted':
      for (const alert of fleet.alerts)
        // Of a triggered one everyone who knows that gets a message of the alert.
        if (alert.id === change.alertID && !isKnown(alert))
          for (const { person, owns } of alert.people) if (owns && person !== by) tell(step, person, alertTopic(alert))
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
  const { fleet, by } = step
  const before = structuredClone(fleet)
  unitOf(fleet, unit).entities = [...entities]
  for (const alert of fleet.alerts.slice()) {
    if (!alert.units.some((one) => one.unit === unit && !one.ended)) continue
    // Who gets the alert and loses the unit is told.
    for (const { person } of alert.people)
      if (isActive(fleet, person) && sees(before, person, unit) && !sees(fleet, person, unit))
        tell(step, person, alertTopic(alert))
    const isOwned = alert.people.some(
      ({ person, owns }) => owns && isActive(fleet, person) && sees(fleet, person, unit),
    )
    if (!isOwned && before.units[unit]?.entities.some((entity) => !entities.includes(entity)) === true)
      giveAlert(step, alert, { unit, entity: entities[0] ?? '' })
  }
  // A link opens as long as its creator sees the unit.
  for (const link of fleet.links)
    if (link.unit === unit && opens(before, link) && !sees(fleet, link.by, unit) && link.by !== by)
      tell(step, link.by, 'link')
  settleReports(
    step,
    fleet.reports.flatMap((report) => (report.unit === unit ? report.recipients : [])),
  )
}

function deleteUnit(step: Step, unit: string): void {
  const { fleet } = step
  for (const alert of fleet.alerts) {
    if (!alert.units.some((one) => one.unit === unit)) continue
    for (const { person, owns } of alert.people) if (owns) tell(step, person, alertTopic(alert))
    alert.units = alert.units.filter((one) => one.unit !== unit)
    if (alert.units.length > 0) continue
    alert.ended = true
    alert.reason = true
  }
  for (const report of fleet.reports)
    if (report.unit === unit && report.runs) for (const person of report.recipients) tell(step, person, 'report')
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

/** Everything of the entity and of those below it goes, with their people; what is shared stays with others. */
function deleteEntity(step: Step, top: string): void {
  const { fleet } = step
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
    if (!stays(alert) && !alert.ended)
      for (const { person, owns } of alert.people) if (owns || isKnown(alert)) tell(step, person, alertTopic(alert))
  for (const report of fleet.reports)
    if (!stays(report) && report.runs) for (const person of report.recipients) tell(step, person, 'report')
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
  fleet.receivers = fleet.receivers.filter(stays)
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
