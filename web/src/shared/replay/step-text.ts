import type { StateStep } from '@fieldwatch/contract/replay/state-steps'
import { t } from './texts.ts'

/** What happened at a step: `High water: began`. */
export function stepText({ title, happening }: Pick<StateStep, 'title' | 'happening'>): string {
  return t('replay.step', { title, happening: t(`replay.happening.${happening}`) })
}
