import { INCIDENT_SEVERITIES } from '../contract/incident-sorts.ts'
import {
  type IncidentDetails,
  type IncidentSeverity,
  LONGEST_CONCLUSIONS,
  LONGEST_INCIDENT_TITLE,
} from '../contract/incidents.ts'
import { t } from './texts.ts'

/** What a person writes about an incident. */
export interface IncidentWords {
  readonly title: string
  readonly severity: IncidentSeverity
  readonly conclusions: string
}

export function wordsOf({ title, severity, conclusions }: IncidentDetails): IncidentWords {
  return { title, severity, conclusions }
}

export function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return t('incidents.problem.title')
  return title.length > LONGEST_INCIDENT_TITLE
    ? t('incidents.problem.too-long', { most: LONGEST_INCIDENT_TITLE })
    : undefined
}

/** What is wrong, by field. */
export function wordProblems({ title, conclusions }: IncidentWords): Record<string, string> {
  const problem = titleProblem(title)
  return {
    ...(problem === undefined ? {} : { title: problem }),
    ...(conclusions.length > LONGEST_CONCLUSIONS
      ? { conclusions: t('incidents.problem.too-long', { most: LONGEST_CONCLUSIONS }) }
      : {}),
  }
}

export function severityChoices() {
  return INCIDENT_SEVERITIES.map((value) => ({ value, label: t(`incidents.severity.${value}`) }))
}
