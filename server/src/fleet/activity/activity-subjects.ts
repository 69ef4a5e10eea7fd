import type { ActivityTopic } from '@fieldwatch/contract/activity/activity'
import type { Tables } from '#platform/database/tables.ts'

/** A kind of thing that entries of the activity are about. */
export interface ActivitySubject {
  /** Under what a person finds it; undefined: only among everything. */
  readonly topic?: ActivityTopic
  /** Where its name is, if it belongs to an entity: the table and the column. Ids that are numbers are texts in entries. */
  readonly named?: readonly [table: keyof Tables, column: string]
}

/** By their kinds, as entries have them. */
export type ActivitySubjects = Readonly<Record<string, ActivitySubject>>

/** The kinds of the core. */
export const CORE_SUBJECTS: ActivitySubjects = {
  user: { topic: 'people' },
  address: { topic: 'people' },
  'program token': { topic: 'people' },
  entity: { topic: 'organisation' },
  app: { topic: 'organisation' },
  label: { topic: 'organisation', named: ['label', 'name'] },
  place: { topic: 'organisation', named: ['place', 'name'] },
  unit: { topic: 'units' },
  'unit labels': { topic: 'units' },
  source: { topic: 'units' },
  'calculated source': { topic: 'units' },
  'event table': { topic: 'units' },
  'report schedule': { topic: 'units' },
  'action batch': { topic: 'units' },
  'unit job': { topic: 'units' },
  template: { topic: 'templates', named: ['template', 'title'] },
  sim: { topic: 'sims', named: ['sim', 'iccid'] },
  alert: { topic: 'alerts', named: ['alert', 'name'] },
}

export function kindsOf(topic: ActivityTopic, subjects: ActivitySubjects): readonly string[] {
  return Object.entries(subjects).flatMap(([kind, subject]) => (subject.topic === topic ? [kind] : []))
}
