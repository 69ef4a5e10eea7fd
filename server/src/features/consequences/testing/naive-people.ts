import { type Fleet, isActive, isAdmin, nearestAdmins, reachOf, sees } from './fleet.ts'
import { giveBack, handOver } from './naive-alerts.ts'
import { settleReports } from './naive-reports.ts'
import { alertTopic, personOf, type Step, tell } from './naive-step.ts'

/** People may see less or more, or are signed out; what only they held changes hands. */
export function changePeople(
  step: Step,
  people: readonly string[],
  change: () => void,
  before = structuredClone(step.fleet),
): void {
  const { fleet } = step
  const isPaused = (id: string): boolean => before.entities[id]?.active === true && fleet.entities[id]?.active !== true
  change()
  for (const alert of fleet.alerts) handOver(step, alert, people)
  for (const alert of fleet.alerts)
    for (const { unit, knows } of alert.units)
      for (const person of people)
        if (knows.includes(person) && isActive(fleet, person) && !sees(fleet, person, unit))
          tell(step, person, alertTopic(alert))
  for (const alert of fleet.alerts) giveBack(step, alert, people)
  settleReports(step, people)
  // Links and wallboards that show nothing from now on are for the admins of their entities. Those of a disabled entity pause with it.
  for (const topic of ['link', 'wallboard'] as const)
    for (const { by, entity } of topic === 'link' ? fleet.links : fleet.boards)
      if (people.includes(by) && mayShow(before, by, entity) && !mayShow(fleet, by, entity) && !isPaused(entity))
        for (const admin of nearestAdmins(fleet, entity)) tell(step, admin, topic)
}

/** `before`: what they could do. */
export function deletePeople(step: Step, people: readonly string[], before = structuredClone(step.fleet)): void {
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

/** Whether visitors see the unit of a link, as far as that depends on its creator. */
export const opens = (fleet: Fleet, { by, entity, unit }: Fleet['links'][number]): boolean =>
  unit !== null && mayShow(fleet, by, entity) && sees(fleet, by, unit)

/** Whether what a person made may be shown: they are an admin of its entity. */
const mayShow = (fleet: Fleet, person: string, entity: string): boolean =>
  isActive(fleet, person) && isAdmin(fleet, person) && reachOf(fleet, person).includes(entity)
