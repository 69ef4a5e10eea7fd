import { createChance } from '#testing/fuzz/chance.ts'
import type { KillablePortal } from '#testing/fuzz/killable-portal.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import { buildFleet, signInBy } from './build-fleet.ts'
import { createPortalCall, Killed } from './call-portal.ts'
import { type Answer, compareChange, compareMails, showAnswer } from './compare-change.ts'
import { compareVisible } from './compare-visible.ts'
import { chooseChange } from './choose-change.ts'
import type { Fleet } from './fleet.ts'
import { followNaively } from './follow-naively.ts'
import { createMakings, type Making } from './make-changes.ts'
import { actNaively } from './naive-states.ts'
import { type FleetIds, readFleet } from './read-fleet.ts'
import { sendMails } from './read-mails.ts'
import { createToldLedger, listOpen } from './told-ledger.ts'
import { chooseAct, doAct, listSending, sendRoom, type Senders, SNOOZED_MS } from './choose-act.ts'

interface Parts {
  readonly portal: KillablePortal
  readonly database: Pick<TestDatabase, 'db'>
  /** When it begins; each change takes a minute. */
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
/** How often something happens to an alert before a change. */
const ACTS = 0.6
const MINUTE_MS = 61_000
/** Well within the time that a token of a person is valid. */
const SIGNED_IN_MS = 10 * 60_000
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
  const senders: Senders = new Map(built.units.map((unit) => [unit.dataId, unit]))
  const ledger = createToldLedger(db, built.ids.people)
  const passMinute = async (): Promise<void> => {
    now += MINUTE_MS
    await portal.setClock(now)
  }
  let signedInAt = now
  let { ids } = built
  let fleet = await readFleet(db, ids)
  const steps: string[] = []
  for (let count = 0; count < wanted.changes; count += 1) {
    const act = chance.happens(ACTS) ? chooseAct(fleet, senders, chance) : undefined
    if (act !== undefined) {
      await doAct({ call, url: portal.url, clock: () => now, senders, boss }, act)
      fleet = actNaively(fleet, act)
      steps.push(nameAll(fleet, JSON.stringify(act)))
      await passMinute()
    }
    if (now - signedInAt > SIGNED_IN_MS) {
      Object.assign(boss, await signInBy(call, boss.email))
      signedInAt = now
    }
    const { kind, named } = chooseChange(fleet, chance, boss)
    const making = await makings[kind](named)
    const isKilled = chance.happens(wanted.kills / wanted.changes)
    if (isKilled) await portal.dieWithin(chance.between(1, MOST_STATEMENTS))
    const answer = await make(making)
    await portal.work()
    await portal.dieWithin(NEVER)
    await passMinute()
    ids = withNew(ids, making)
    const found = await readFleet(db, ids)
    steps.push(
      nameAll(
        fleet,
        `${count + 1}. ${JSON.stringify(making.change)}${isKilled ? ', killed' : ''}: ${showAnswer(answer)}`,
      ),
    )
    const followed = followNaively(fleet, making.change, { by: boss.userId, newUnit: making.newUnit })
    const mails = await sendMails(db, ids.people)
    const renamed = renameSender(senders, making, found)
    const difference =
      compareChange({ before: fleet, followed, found, answer }) ??
      compareMails({ before: fleet, followed, found, mails, kind }) ??
      (await ledger.compare({ fleet: found, mails, renamed }))
    if (difference !== undefined) return { steps, difference: nameAll(fleet, difference) }
    fleet = found
  }
  const difference = (await compareVisible({ db, call }, fleet, ids)) ?? (await coolDown())
  return { steps, difference: difference && nameAll(fleet, difference) }

  /** In the end all rooms are cold, and nothing is snoozed any more: everyone who was told that an alert is triggered there is told the end. */
  async function coolDown(): Promise<string | undefined> {
    const cold = listSending(fleet, senders)
    for (const unit of cold) await sendRoom({ url: portal.url, senders }, unit, 4)
    now += 2 * SNOOZED_MS
    await portal.setClock(now)
    const found = await readFleet(db, ids)
    const open = listOpen(found).filter(({ unit }) => cold.includes(unit))
    if (open.length > 0) return `still triggered: ${JSON.stringify(open)}`
    return ledger.compare({ fleet: found, mails: await sendMails(db, ids.people), renamed: undefined })
  }
}

/** A unit sends by its new dataID. */
function renameSender(senders: Senders, { change }: Making, found: Fleet): { from: string; to: string } | undefined {
  if (change.kind !== 'data-id-changed' || found.units[change.to] === undefined) return undefined
  const sender = senders.get(change.dataID)
  senders.delete(change.dataID)
  if (sender !== undefined) senders.set(change.to, sender)
  return { from: change.dataID, to: change.to }
}

/** Undefined: it was killed before it answered. */
async function make({ make: send }: Making): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Killed) return undefined
    throw error
  }
}

function withNew({ dataIds, ...others }: FleetIds, { change, newUnit }: Making): FleetIds {
  const renamed = change.kind === 'data-id-changed' ? [change.to] : []
  return { ...others, dataIds: [...dataIds, ...renamed, ...(newUnit === undefined ? [] : [newUnit.dataId])] }
}

/** With names for ids. */
function nameAll({ entities, people, units }: Fleet, text: string): string {
  const names = new Map<string, string>()
  for (const things of [entities, people, units])
    for (const [id, { name }] of Object.entries(things)) names.set(id, name)
  return text.replaceAll(/[\w-]*[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id)
}
