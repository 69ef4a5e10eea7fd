import { t } from '../jobs/texts.ts'

const MOST_NAMES = 8

/** Names in a row, the first of many. */
export function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  const first = names.slice(0, MOST_NAMES).join(', ')
  return rest > 0 ? t('many-units.names', { first, count: rest }) : first
}
