import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROOM, runStages } from './run-stages.ts'
import type { Stage } from './test-stages.ts'

const stage = (name: string, given: Partial<Stage> = {}): Stage => ({ name, command: [], ...given })

/** Runs stages that end on request, and shows which ones are running. */
function start(stages: readonly Stage[]) {
  const running = new Map<string, () => void>()
  const done = runStages(stages, async ({ name }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(name, resolve)
    await promise
    running.delete(name)
  })
  return { done, running: () => [...running.keys()], end: (name: string) => running.get(name)?.() }
}

/** Until all that can begin has begun. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('stages', () => {
  it('begin in their order as long as there is room', async () => {
    const half = { load: ROOM / 2 }
    const { done, running, end } = start([stage('lint', half), stage('server', half), stage('web', half)])
    await turn()
    assert.deepEqual(running(), ['lint', 'server'])

    end('lint')
    await turn()

    assert.deepEqual(running(), ['server', 'web'])
    end('server')
    end('web')
    await done
  })

  it('run alone without a load', async () => {
    const { done, running, end } = start([stage('web', { load: 1 }), stage('journeys'), stage('kills')])
    await turn()
    assert.deepEqual(running(), ['web'])

    for (const name of ['web', 'journeys', 'kills']) {
      end(name)
      await turn()
    }

    assert.deepEqual(running(), [])
    await done
  })

  it('wait for those that they need', async () => {
    const needy = { load: 1, after: ['build'] }
    const { done, running, end } = start([stage('build', { load: 1 }), stage('processes', needy)])
    await turn()
    assert.deepEqual(running(), ['build'])

    end('build')
    await turn()

    assert.deepEqual(running(), ['processes'])
    end('processes')
    await done
  })
})
