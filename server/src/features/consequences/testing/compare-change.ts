import type { ChangeKind } from '@fieldwatch/contract/consequences/changes'
import { describeFleet, type Fleet, isActive } from './fleet.ts'
import type { Followed } from './follow-naively.ts'
import type { Making } from './make-changes.ts'
import { type Mail, topicsOf } from './read-mails.ts'

/** Undefined: it was killed before it answered. */
export type Answer = Awaited<ReturnType<Making['make']>> | undefined

export const showAnswer = (answer: Answer): string =>
  answer === undefined ? 'no answer' : answer.status === 200 ? 'done' : JSON.stringify({ ...answer, body: undefined })

interface Compared {
  readonly before: Fleet
  readonly followed: Followed
  readonly found: Fleet
}

/** A change has happened as the model says, or, where nothing was answered or it was refused, not at all. */
export function compareChange({ before, followed, found, answer }: Compared & { answer: Answer }): string | undefined {
  if (answer !== undefined && (answer.status === 200) === followed.refused)
    return `it was answered ${showAnswer(answer)}`
  const isDone = answer?.status === 200 || (answer === undefined && !isSame(found, before))
  const [expected, now] = [describeFleet(isDone ? followed.fleet : before), describeFleet(found)]
  const missing = expected.filter((line) => !now.includes(line))
  const unexpected = now.filter((line) => !expected.includes(line))
  if (missing.length + unexpected.length === 0 && expected.length === now.length) return undefined
  return [...missing.map((line) => `- ${line}`), ...unexpected.map((line) => `+ ${line}`)].join('\n')
}

const isSame = (one: Fleet, other: Fleet): boolean =>
  JSON.stringify(describeFleet(one)) === JSON.stringify(describeFleet(other))

/** What a mail says first, before who did it. */
const REASONS: { readonly [Kind in ChangeKind]: RegExp } = {
  'unit-moved': /moved? to another entity|no longer belongs to the entity/,
  'unit-shared': /shared with another entity/,
  'unit-deactivated': /deactivated/,
  'unit-deleted': /The unit .* was deleted/,
  'data-id-changed': /has the dataID .* now/,
  'template-changed': /another template/,
  'source-deleted': /The source .* of .* was deleted/,
  'source-moved': /The source .* of .* now belongs to the unit/,
  'chart-renamed': /was renamed to/,
  'chart-deleted': /The (?:chart|report) .* was deleted/,
  'event-table-changed': /The event table .* now finds/,
  'event-table-deleted': /The event table .* was deleted/,
  'alert-deleted': /The alert was deleted/,
  'place-changed': /The place .* was changed/,
  'place-deleted': /The place .* was deleted/,
  'person-demoted': /The role or permissions of .* were changed/,
  'person-moved': /moved to another entity/,
  'person-disabled': /was disabled/,
  'person-enabled': /was enabled/,
  'person-deleted': /was deleted/,
  'entity-disabled': /was disabled/,
  'entity-enabled': /was enabled/,
  // What the entity shared moves, and what it kept is deleted.
  'entity-deleted': /was deleted|moved to another entity/,
}

/** Everyone who can still read it got mails about what became of their things, and no one else. */
export function compareMails({
  before,
  followed,
  found,
  mails,
  kind,
}: Compared & { mails: readonly Mail[]; kind: ChangeKind }): string | undefined {
  const told = isSame(found, before) ? [] : [...followed.told].filter(([person]) => isActive(found, person))
  const expected = told.map(([person, topics]) => `${person}: ${[...topics].toSorted().join(', ')}`).toSorted()
  const got = mails.filter(({ to }) => isActive(found, to))
  const listed = [...Map.groupBy(got, ({ to }) => to)]
    .map(([to, own]) => `${to}: ${topicsOf(own).join(', ')}`)
    .toSorted()
  if (JSON.stringify(listed) !== JSON.stringify(expected))
    return `mails to ${expected.join('; ')} instead of ${listed.join('; ')}`
  const unexplained = got.find(({ body }) => !body.includes('By Boss'))
  if (unexplained !== undefined) return `a mail that does not say who did it: ${unexplained.body}`
  const groundless = got.find(({ body }) => !REASONS[kind].test(body.slice(0, body.indexOf('By Boss'))))
  if (groundless !== undefined) return `a mail that does not say why: ${groundless.body}`
  const isTwice = got.some(
    (mail, place) => got.findIndex((one) => one.to === mail.to && one.body === mail.body) !== place,
  )
  return isTwice ? `mails that are equal: ${listed.join('; ')}` : undefined
}
