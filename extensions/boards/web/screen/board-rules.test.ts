import { describe, expect, it } from 'vitest'
import { bestFit } from './fit-box.tsx'
import { createReloader } from './reloader.ts'
import { shownPage } from './board-view.tsx'
import { staleSince } from './board-view.tsx'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('the page that is shown', () => {
  it('changes after its time, and begins again after the last one', () => {
    const at = (now: number) => shownPage({ pages: 3, seconds: 20, begunAt: 1_000, now: 1_000 + now })

    expect([0, 19_999, 20_000, 40_000, 60_000].map(at)).toEqual([0, 0, 1, 2, 0])
    expect(at(-DAY)).toBe(0)
    expect(shownPage({ pages: 1, seconds: 20, begunAt: 0, now: DAY })).toBe(0)
  })
})

describe('values that are not live', () => {
  it('are those after a lost connection, once the portal has not answered for five seconds', () => {
    expect(staleSince({ isOpen: false, contactAt: 0, now: 5_000 })).toBeUndefined()
    expect(staleSince({ isOpen: false, contactAt: 0, now: 5_001 })).toBe(0)
  })

  it('are those of a connection that says it is open while the portal answers nothing', () => {
    expect(staleSince({ isOpen: true, contactAt: 0, now: 70_000 })).toBeUndefined()
    expect(staleSince({ isOpen: true, contactAt: 0, now: 70_001 })).toBe(0)
  })
})

describe('a layout that fits', () => {
  it('is the one that gets largest', () => {
    const wide = { width: 400, height: 50 }
    const tall = { width: 100, height: 200 }

    expect(bestFit([wide, tall], { width: 800, height: 200 })).toEqual({ size: wide, scale: 2 })
    expect(bestFit([wide, tall], { width: 200, height: 400 })).toEqual({ size: tall, scale: 2 })
    expect(bestFit([wide], { width: 0, height: 0 }).scale).toBe(1)
  })
})

describe('a page of a screen that runs for months', () => {
  function run() {
    const state = { now: 0, contactAt: 0, page: 'release 1' as string | undefined, reloads: 0 }
    const reloader = createReloader({
      readPage: () => (state.page === undefined ? Promise.reject(new Error('away')) : Promise.resolve(state.page)),
      contactAt: () => state.contactAt,
      now: () => state.now,
      reload: () => {
        state.reloads += 1
      },
    })
    const pass = async (ms: number, { isAway = false } = {}) => {
      for (const end = state.now + ms; state.now < end; state.now += 30_000) {
        if (!isAway) state.contactAt = state.now
        await reloader.look()
      }
    }
    return { state, pass }
  }

  it('is loaded again with a new release, and not before', async () => {
    const { state, pass } = run()
    await pass(60 * MINUTE)
    expect(state.reloads).toBe(0)
    state.page = 'release 2'
    await pass(5 * MINUTE)

    expect(state.reloads).toBe(1)
  })

  it('is loaded again once the portal is back, and never while it is away', async () => {
    const { state, pass } = run()
    await pass(10 * MINUTE)
    state.page = undefined
    await pass(DAY, { isAway: true })
    expect(state.reloads).toBe(0)
    state.page = 'release 1'
    await pass(30_000)

    expect(state.reloads).toBe(1)
  })

  it('is loaded again after a day', async () => {
    const { state, pass } = run()
    await pass(DAY)
    expect(state.reloads).toBe(0)
    await pass(30_000)

    expect(state.reloads).toBe(1)
  })
})
