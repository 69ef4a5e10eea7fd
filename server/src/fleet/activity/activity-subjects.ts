import type { ActivityTopic } from '@fieldwatch/contract/activity/activity'
import type { Tables } from '#platform/database/tables.ts'

/** A kind of thing that entries of the activity are about. */
export interface ActivitySubject {
  /** Under what a person finds it; undefined: only among everything. */
  readonly topic?: ActivityTopic
  /** Where its name is, if it belongs to an entity: the table and the column. Ids that are numbers are texts in entries. */
  readonly named?: readonly [table: keyof Tables, column: string]
  /** Its id in entries is behind that of its unit: `a-unit/4`. */
  readonly isOfUnit?: true
  /** People of other entities do not read of it although they see its unit. */
  readonly isOfOneEntity?: true
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
  'unit labels': { topic: 'units', isOfOneEntity: true },
  source: { topic: 'units' },
  'calculated source': { topic: 'units' },
  'event table': { topic: 'units' },
  'action batch': { topic: 'units' },
  'unit job': { topic: 'units' },
  template: { topic: 'templates', named: ['template', 'title'] },
  sim: { topic: 'sims', named: ['sim', 'iccid'] },
  alert: { topic: 'alerts', named: ['alert', 'name'] },
}

export function kindsOfOneEntity(subjects: ActivitySubjects): readonly string[] {
  return Object.entries(subjects).flatMap(([kind, { isOfOneEntity = false }]) => (isOfOneEntity ? [kind] : []))
}

export function kindsOf(topic: ActivityTopic, subjects: ActivitySubjects): readonly string[] {
  return Object.entries(subjects).flatMap(([kind, subject]) => (subject.topic === topic ? [kind] : []))
}
