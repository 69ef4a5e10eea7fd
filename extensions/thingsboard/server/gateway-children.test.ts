import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { createFakeClock } from '@fieldwatch/server/testing/fake-clock'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { createChildStore } from './child-store.ts'
import { createGatewayChildren } from './gateway-children.ts'

const { db } = await createTestDatabase()
const clock = createFakeClock()

/** A store that counts its statements. */
function createCountedStore() {
  const store = createChildStore(db)
  let statements = 0
  const counted =
    <Given extends unknown[], Result>(ask: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      statements += 1
      return ask(...given)
    }
  return {
    store: {
      ...store,
      listByName: counted(store.listByName),
      listTaken: counted(store.listTaken),
      add: counted(store.add),
    },
    takeStatements: (): number => {
      const taken = statements
      statements = 0
      return taken
    },
  }
}

async function openGateway() {
  const { dataId } = await buildUnit(db)
  const { store, takeStatements } = createCountedStore()
  const parts = { unitAuthenticator: { findActive: async () => undefined }, clock }
  const gateway = {
    dataId,
    active: true,
    tokenHash: Buffer.alloc(32),
    calculatedSources: new Set<string>(),
    pausedData: new Set<string>(),
  }
  const children = createGatewayChildren({ store, ...parts })
  return { children, gateway, takeStatements, other: createGatewayChildren({ store: createChildStore(db), ...parts }) }
}

const names = (count: number, first = 0): string[] => Array.from({ length: count }, (_, index) => `d${first + index}`)

describe('the children of a gateway', () => {
  it('cost the same few statements however many a message names, and none while they are known', async () => {
    const { children, gateway, takeStatements } = await openGateway()

    const found = await children.find(gateway, names(3_500))

    assert.equal(takeStatements(), 4)
    assert.equal(found.filter((one) => 'telemetry' in one).length, 400)
    assert.equal(found.filter((one) => 'code' in one && one.code === 'record/too-many-sources').length, 3_100)
    await Promise.all([children.find(gateway, names(3_500, 50)), children.find(gateway, ['d1', 'd3499'])])
    assert.equal(takeStatements(), 0)
    clock.advance(5_000)
    await Promise.all([children.find(gateway, ['d1']), children.find(gateway, ['d2', 'unknown'])])
    assert.equal(takeStatements(), 1)
  })

  it('of several messages and servers at once stay within the limit, and get sources of their own', async () => {
    const { children, gateway, other } = await openGateway()

    const found = await Promise.all([
      children.find(gateway, names(250)),
      children.find(gateway, ['a b', 'a/b', ...names(250, 200)]),
      other.find(gateway, names(250, 100)),
    ])

    const sources = new Map<string, string>()
    for (const child of found.flat()) {
      if ('code' in child) continue
      assert.equal(sources.get(child.name) ?? child.telemetry, child.telemetry)
      sources.set(child.name, child.telemetry)
    }
    assert.equal(new Set(sources.values()).size, sources.size)
    assert(sources.size <= 400)
  })
})
