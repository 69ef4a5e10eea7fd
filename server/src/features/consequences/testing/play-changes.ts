import { createChance } from '#testing/fuzz/chance.ts'
import type { KillablePortal } from '#testing/fuzz/killable-portal.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import { buildFleet } from './build-fleet.ts'
import { createPortalCall, Killed } from './call-portal.ts'
import { compareVisible } from './compare-visible.ts'
import { chooseChange } from './choose-change.ts'
import type { Db } from '#platform/database/database.ts'
import { WAITING } from './build-things.ts'
import { describeFleet, type Fleet, isActive } from './fleet.ts'
import { type Followed, followNaively } from './follow-naively.ts'
import { createMakings, type Making } from './make-changes.ts'
import { type FleetIds, readFleet } from './read-fleet.ts'

interface Parts {
  readonly portal: KillablePortal
  readonly database: Pick<TestDatabase, 'db'>
  /** When it begins; each change comes a second later. */
  readonly start: number
}

interface Wanted {
  readonly seed: number
  readonly changes: number
  /** How often the server is killed, at most. */
  readonly kills: number
}

export interface PlayedChanges {
  /** What was done, for a person. */
  readonly steps: readonly string[]
  /** What differs from the model, with the last step; undefined: nothing does. */
  readonly difference: string | undefined
}

/** How many statements later at most a kill hits. */
const MOST_STATEMENTS = 60
const NEVER = Number.MAX_SAFE_INTEGER

/** Plays changes in a random order over a fleet, and compares it after each with what follows naively. */
export async function playChanges({ portal, database: { db }, start }: Parts, wanted: Wanted): Promise<PlayedChanges> {
  const chance = createChance(wanted.seed)
  let now = start
  await portal.setClock(now)
  const call = createPortalCall(portal)
  const built = await buildFleet({ db, call, url: portal.url, clock: () => now, work: portal.work, chance })
  const { boss } = built
  const makings = createMakings({ db, call, admin: boss })
  const mails = createMailReader(db, built.ids)
  let { ids } = built
  let fleet = await readFleet(db, ids)
  const steps: string[] = []
  for (let count = 0; count < wanted.changes; count += 1) {
    now += 1_000
    await portal.setClock(now)
    const { kind, named } = chooseChange(fleet, chance, boss)
    const making = await makings[kind](named)
    const isKilled = chance.happens(wanted.kills / wanted.changes)
    if (isKilled) await portal.dieWithin(chance.between(1, MOST_STATEMENTS))
    const status = await make(making)
    await portal.work()
    await portal.dieWithin(NEVER)
    ids = withNew(ids, making)
    const found = await readFleet(db, ids)
    steps.push(nameAll(fleet, `${count + 1}. ${JSON.stringify(making.change)}${isKilled ? ', killed' : ''}: ${status}`))
    const followed = followNaively(fleet, making.change, { by: boss.userId, newUnit: making.newUnit })
    const difference =
      compareChange({ before: fleet, followed, found, status }) ??
      compareMails({ before: fleet, followed, found, mails: await mails.listNew() })
    if (difference !== undefined) return { steps, difference: nameAll(fleet, difference) }
    fleet = found
  }
  const difference = await compareVisible({ db, call }, fleet, ids)
  return { steps, difference: difference && nameAll(fleet, difference) }
}

/** Undefined: it was killed before it answered. */
async function make({ make: send }: Making): Promise<number | undefined> {
  try {
    return (await send()).status
  } catch (error) {
    if (error instanceof Killed) return undefined
    throw error
  }
}

function withNew({ dataIds, ...others }: FleetIds, { change, newUnit }: Making): FleetIds {
  const renamed = change.kind === 'data-id-changed' ? [change.to] : []
  return { ...others, dataIds: [...dataIds, ...renamed, ...(newUnit === undefined ? [] : [newUnit.dataId])] }
}

interface Compared {
  readonly before: Fleet
  readonly followed: Followed
  readonly found: Fleet
}

/** A change has happened as the model says, or, where nothing was answered or it was refused, not at all. */
function compareChange({
  before,
  followed,
  found,
  status,
}: Compared & { status: number | undefined }): string | undefined {
  if (status !== undefined && (status === 200) === followed.refused) return `it was answered with ${status}`
  const isDone = status === 200 || (status === undefined && !isSame(found, before))
  const [expected, now] = [describeFleet(isDone ? followed.fleet : before), describeFleet(found)]
  const missing = expected.filter((line) => !now.includes(line))
  const unexpected = now.filter((line) => !expected.includes(line))
  if (missing.length + unexpected.length === 0 && expected.length === now.length) return undefined
  return [...missing.map((line) => `- ${line}`), ...unexpected.map((line) => `+ ${line}`)].join('\n')
}

const isSame = (one: Fleet, other: Fleet): boolean =>
  JSON.stringify(describeFleet(one)) === JSON.stringify(describeFleet(other))

/** Everyone who can still read it got one mail about what became of their things, and no one else. */
function compareMails({ before, followed, found, mails }: Compared & { mails: readonly Mail[] }): string | undefined {
  const isDone = !isSame(found, before)
  const expected = isDone ? [...followed.told].filter((person) => isActive(found, person)).toSorted() : []
  const got = mails.filter(({ to }) => isActive(found, to))
  const people = [...new Set(got.map(({ to }) => to))].toSorted()
  const list = got.map(({ to, subject }) => `${to}: ${subject}`).join('; ')
  if (JSON.stringify(people) !== JSON.stringify(expected)) return `mails to ${expected.join()} instead of ${list}`
  const isTwice = got.some(
    (mail, place) => got.findIndex((one) => one.to === mail.to && one.body === mail.body) !== place,
  )
  return isTwice ? `mails that are equal: ${list}` : undefined
}

interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
}

function createMailReader(db: Db, { people }: Pick<FleetIds, 'people'>) {
  const read = new Set<string>()
  return {
    /** The mails to people of a fleet that were written since the last call. */
    listNew: async (): Promise<Mail[]> => {
      const rows = await db
        .selectFrom('outbox')
        .select(['id', 'recipient', 'subject', 'body'])
        .where('subject', '<>', WAITING)
        .where('kind', '=', 'mail')
        .orderBy('created_at')
        .execute()
      const fresh = rows.filter(
        ({ id, recipient }) => !read.has(id) && people.some((one) => recipient.startsWith(`${one}@`)),
      )
      for (const { id } of fresh) read.add(id)
      return fresh.map(({ recipient, subject, body }) => ({ to: recipient.replace(/@.*/, ''), subject, body }))
    },
  }
}

/** With names for ids. */
function nameAll({ entities, people, units }: Fleet, text: string): string {
  const names = new Map<string, string>()
  for (const things of [entities, people, units])
    for (const [id, { name }] of Object.entries(things)) names.set(id, name)
  return text.replaceAll(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id)
}
