import { listActionRequests, postAction } from '@fieldwatch/contract/actions/actions'
import { expect, test } from '@playwright/test'
import { call, createUnit, createUser, readAll, type SignedInUser } from '../support/api.ts'
import { type Portal, startPortal } from '../support/portal.ts'
import { type LossyUnit, startLossyUnit } from '../support/lossy-unit.ts'

/** FIELDWATCH_LARGE_REQUESTS=true: 1,000 requests over 100 units. */
const IS_LARGE = process.env['FIELDWATCH_LARGE_REQUESTS'] === 'true'
const UNITS = IS_LARGE ? 100 : 20
const REQUESTS = IS_LARGE ? 1_000 : 100
const KILLS = IS_LARGE ? 6 : 2
const DROPS = IS_LARGE ? 400 : 40

/** The same numbers each time. */
function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function countAnswered(portal: Portal, user: SignedInUser, units: readonly LossyUnit[]): Promise<number> {
  let answered = 0
  for (const { dataID } of units) {
    const query = { dataID, state: 'answered' as const, pageSize: 1 }
    const { details } = await call(portal, listActionRequests, { token: user.token, query })
    answered += details.pagination.total
  }
  return answered
}

test(`${REQUESTS} requests over ${UNITS} units that are away or lose their connections are answered once each, though the server is killed ${KILLS} times`, async () => {
  test.setTimeout(IS_LARGE ? 900_000 : 180_000)
  const portal = await startPortal()
  const chance = createChance(1)
  try {
    const user = await createUser(portal, { email: 'admin@lossy.example', entity: 'Lossy' })
    const tokens = new Map<string, string>()
    for (let place = 0; place < UNITS; place += 1) {
      const dataID = `unit-${place}`
      tokens.set(dataID, await createUnit(portal, user, dataID))
    }
    const start = ([dataID, token]: [string, string]): LossyUnit => startLossyUnit(portal, dataID, token)
    // A quarter of them is away until the server has been killed once.
    const [away, present] = [[...tokens].slice(0, UNITS / 4), [...tokens].slice(UNITS / 4)]
    const units = present.map(start)
    const names = [...tokens.keys()]
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item
    const asked = new Map<string, number[]>(names.map((dataID) => [dataID, []]))

    for (let round = 0; round <= KILLS; round += 1) {
      for (let count = 0; count < Math.ceil(REQUESTS / (KILLS + 1)); count += 1) {
        const dataID = pick(names)
        const body = { dataID, actionClass: 'Unit' as const, payload: 'Ping' }
        const { details } = await call(portal, postAction, { token: user.token, body })
        asked.get(dataID)?.push(details.action_id)
        if (count % Math.ceil(REQUESTS / DROPS) === 0) pick(units).drop({ forgets: chance() < 0.5 })
      }
      if (round === KILLS) break
      await portal.killServer()
      await portal.restart()
      if (round === 0) units.push(...away.map(start))
    }
    const total = [...asked.values()].reduce((sum, ids) => sum + ids.length, 0)
    await expect.poll(() => countAnswered(portal, user, units), { timeout: IS_LARGE ? 600_000 : 90_000 }).toBe(total)
    await Promise.all(units.map((unit) => unit.stop()))

    for (const { dataID, done } of units) {
      const ids = asked.get(dataID) ?? []
      expect(done, `${dataID} did each request once, in order`).toEqual(ids)
      for (const source of ids.length === 0 ? [] : ['action_request', 'action_result']) {
        const records = await readAll(portal, user, dataID, source)
        const received = records.map((record) => Number(record['action_id'])).toSorted((one, other) => one - other)
        expect(received, `${source} of ${dataID}`).toEqual(ids)
      }
    }
  } finally {
    await portal.close()
  }
})
