import { sendTo, signInAt } from '#testing/running-server.ts'
import { buildUser } from '#testing/build-users.ts'
import type { TestDatabase } from '#testing/test-database.ts'
import { createChance } from './chance.ts'
import type { KillablePortal } from './killable-portal.ts'
import { WATCHED_FIELDS, type WatchedUnit, watchUnits } from './watched-unit.ts'
import type { Between, SentBatch, History } from './write-history.ts'

export interface Played {
  readonly watched: readonly WatchedUnit[]
  /** The moment of the clock. */
  readonly now: number
  /** A token of a sign-in at the last moment. */
  readonly token: string
}

export interface Batch {
  readonly seed: number
  readonly moments: readonly number[]
  readonly histories: readonly History[]
  /** How often it is killed at most. */
  readonly kills: number
}

/** Silences are looked at every five seconds, so that one of them sees each of two changes. */
const LOOK_MS = 5_000
const HOUR = 60 * 60_000
/** A kill hits one of so many statements. */
const MOST_STATEMENTS = 120

/** Plays histories at the same time by one clock, each on its own unit, and lets everything elapse at the end. */
export async function playHistories(
  portal: KillablePortal,
  database: Pick<TestDatabase, 'db'>,
  { seed, moments, histories, kills }: Batch,
): Promise<Played> {
  const owner = await buildUser(database.db, { role: 'admin' })
  const url = await portal.url()
  const token = await signInAt({ url }, owner.email)
  const now = moments[0] ?? 0
  await portal.setClock(now)
  const maker = { database, url, token, entity: owner.entity, now, settle: portal.settle }
  const watched = await watchUnits(maker, histories)
  const chance = createChance(seed)
  for (const [place, at] of moments.entries()) {
    if (place > 0) for (const moment of [at - LOOK_MS, at]) await portal.setClock(moment)
    if (chance.happens(kills / moments.length)) await portal.dieWithin(chance.between(1, MOST_STATEMENTS))
    const between = chance.pick<Between>(['nothing', 'nothing', 'settle', 'compact'])
    for (const half of [0, 1]) {
      if (half === 1 && between !== 'nothing') await portal[between]()
      await Promise.all(watched.map((unit) => perform(portal, unit, { at, batches: halfOf(unit, place, half) })))
    }
    await portal.settle()
  }
  const last = (moments.at(-1) ?? 0) + HOUR
  for (const moment of [last - LOOK_MS, last]) await portal.setClock(moment)
  return { watched, now: last, token: await signInAt({ url: await portal.url() }, owner.email) }
}

async function perform(
  portal: KillablePortal,
  watched: WatchedUnit,
  { at, batches }: { at: number; batches: readonly SentBatch[] },
): Promise<void> {
  for (const batch of batches) await sendUntilTaken(portal, watched, { at, batch })
}

function halfOf({ history }: WatchedUnit, moment: number, half: number): readonly SentBatch[] {
  return (history.batches[moment] ?? []).filter((_, place) => place % 2 === half)
}

/** As a unit does: again, until it is acknowledged. */
async function sendUntilTaken(
  portal: KillablePortal,
  { unit, log }: WatchedUnit,
  { at, batch }: { at: number; batch: SentBatch },
): Promise<void> {
  const { field } = WATCHED_FIELDS[batch.source]
  const messages = batch.records.map((record) => ({ messageUTC: record.at, [field]: record.value }))
  for (;;) {
    const deaths = portal.deaths()
    try {
      await sendTo({ url: await portal.url() }, unit, batch.source, messages)
      break
    } catch (error) {
      if (!(error instanceof TypeError) && deaths === portal.deaths()) throw error
    }
  }
  const { source, records } = batch
  log.push({ moment: at, source, records })
}
