import { writeSentence } from '#platform/texts/write-sentence.ts'
import { type UnitChange, UnitChange as Change } from '@fieldwatch/contract/units/unit-jobs'
import type { ChangeKind } from './change-kinds.ts'
import { t } from '../jobs/texts.ts'

/** What is entered, of whichever kind. */
export interface ChangeValues {
  readonly template: string
  readonly how: 'add' | 'remove' | 'set'
  readonly entities: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly alert: string
  readonly rawDays: number | ''
  readonly summaryDays: number | ''
}

export const NOTHING_ENTERED: ChangeValues = {
  template: '',
  how: 'add',
  entities: [],
  add: [],
  remove: [],
  alert: '',
  rawDays: '',
  summaryDays: '',
}

/** The change that is meant, or what is wrong with each field. */
export function changeOf(
  kind: ChangeKind,
  values: ChangeValues,
): { readonly change: UnitChange } | { readonly problems: Readonly<Record<string, string>> } {
  if (kind === 'alert' && values.alert === '') return { problems: { alertID: t('many-units.alert.missing') } }
  const { success, data, error } = Change.safeParse(wireOf(kind, values))
  if (success) return { change: data }
  const problems = error.issues.map(({ path, message }) => [String(path[0] ?? ''), writeSentence(message)] as const)
  return { problems: Object.fromEntries(problems.toReversed()) }
}

function wireOf(kind: ChangeKind, values: ChangeValues): unknown {
  switch (kind) {
    case 'activate':
    case 'deactivate':
      return { kind: 'active', active: kind === 'activate' }
    case 'template':
      return { kind, template: values.template === '' ? null : values.template }
    case 'entities':
      return { kind, how: values.how, entities: values.entities }
    case 'labels':
      return { kind, add: values.add, remove: values.remove }
    case 'alert':
      return { kind, alertID: values.alert }
    default:
      return { kind: 'retention', rawDays: daysOf(values.rawDays), summaryDays: daysOf(values.summaryDays) }
  }
}

function daysOf(entered: number | ''): number | null {
  return entered === '' ? null : entered
}
