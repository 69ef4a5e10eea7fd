import { type Fleet, isActive, nearestAdmins, sees } from './fleet.ts'
import { type Step, tell } from './naive-step.ts'

/** Reports that run stop, and who gets or made them is told. */
export function stopReports(step: Step, isMeant: (report: Fleet['reports'][number]) => boolean): void {
  for (const report of step.fleet.reports) {
    if (!report.runs || !isMeant(report)) continue
    Object.assign(report, { runs: false, awaitsRecipients: false, reason: true })
    for (const person of [...report.recipients, report.madeBy ?? '']) tell(step, person, 'report')
  }
}

/** Reports that nobody can get pause, and resume when one of these people can get them again. */
export function settleReports(step: Step, people: readonly string[]): void {
  const { fleet } = step
  const gets = (person: string, unit: string): boolean => isActive(fleet, person) && sees(fleet, person, unit)
  for (const report of fleet.reports) {
    const concerned = report.recipients.filter((person) => people.includes(person))
    if (concerned.length === 0) continue
    if (report.runs && !report.recipients.some((person) => gets(person, report.unit))) {
      Object.assign(report, { runs: false, awaitsRecipients: true, reason: true })
      for (const admin of nearestAdmins(fleet, report.entity)) tell(step, admin, 'report')
    } else if (report.awaitsRecipients && concerned.some((person) => gets(person, report.unit))) {
      Object.assign(report, { runs: true, awaitsRecipients: false, reason: false })
    }
  }
}
