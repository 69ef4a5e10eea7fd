import type { TableColumn, TableRow } from '@fieldwatch/contract/tables/table'
import type { Language } from '@fieldwatch/contract/text/languages'
import { createActivityWords } from '@fieldwatch/messages/activity/activity-words'
import { createFieldWords } from '@fieldwatch/messages/changes/field-words'
import { textsIn } from '@fieldwatch/messages/server-texts'
import type { Caller } from '#platform/http/caller.ts'
import type { ActivityStates, StoredActivity } from './activity-store.ts'
import { describeActivity, describeStates } from './describe-activity.ts'

/** The activity in a file: with the words of the screen, and identifiers that tell equal names apart. */

export function activityColumns(language: Language, timeZone: string): TableColumn[] {
  const t = textsIn(language)
  return [
    { heading: t('activity.file.time', { zone: timeZone }), hasMoments: true },
    ...[
      t('activity.column.who'),
      t('activity.file.user'),
      t('activity.column.what'),
      t('activity.column.about'),
      t('activity.file.id'),
      t('activity.filter.entity'),
      t('activity.column.from'),
      t('activity.entry.before'),
      t('activity.entry.after'),
    ].map((heading) => ({ heading })),
  ]
}

/** What a spreadsheet takes in one cell. */
const MOST_CHARACTERS = 32_000

/** An entry as the person may see it. */
export function activityRow(
  person: Pick<Caller, 'reach'>,
  stored: StoredActivity & ActivityStates,
  language: Language,
): TableRow {
  const { actorText, subjectText } = createActivityWords(textsIn(language))
  const entry = describeActivity(person, stored, language)
  const { before, after } = describeStates(person, stored, language)
  const { userUID, subjectID, entity, address } = entry
  return [
    new Date(stored.at),
    actorText(entry),
    userUID,
    entry.actionText,
    subjectText(entry),
    subjectID,
    entity,
    address,
    stateCell(before, language),
    stateCell(after, language),
  ]
}

/** A state as JSON, with the names that the screen has. */
function stateCell(state: unknown, language: Language): string | null {
  if (state === null || state === undefined) return null
  const text = JSON.stringify(named(state, createFieldWords(textsIn(language))))
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`
}

function named(value: unknown, words: ReturnType<typeof createFieldWords>): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, words))
  if (typeof value !== 'object' || value === null) return value
  const result: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const text = words.fieldText(name)
    // Two names may read alike.
    const key = Object.hasOwn(result, text) ? `${text} (${name})` : text
    result[key] = typeof one === 'string' ? words.valueText(name, one) : named(one, words)
  }
  return result
}
