import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { createBrowserCheck } from './check-browser.ts'
import type { DrawPdf } from './draw-pdf.ts'

/** A browser that works or not. */
function buildCheck({ works }: { works: boolean }) {
  const browser = { works, starts: 0 }
  let now = 0
  const failures: unknown[] = []
  const draw: DrawPdf = async () => {
    browser.starts += 1
    await setImmediate()
    if (!browser.works) throw new Error('spawn ENOENT')
    return Buffer.alloc(0)
  }
  const canDraw = createBrowserCheck({ draw, clock: () => now, onFailure: (error) => failures.push(error) })
  return { browser, failures, canDraw, pass: (ms: number) => (now += ms) }
}

describe('whether PDF can be drawn', () => {
  it('is found by one page for all who ask', async () => {
    const { browser, canDraw } = buildCheck({ works: true })

    assert.deepEqual([...(await Promise.all([canDraw(), canDraw()])), await canDraw()], [true, true, true])
    assert.equal(browser.starts, 1)
  })

  it('is no for a browser that is missing or broken, and why is reported', async () => {
    const { canDraw, failures } = buildCheck({ works: false })

    assert.equal(await canDraw(), false)
    assert.deepEqual(failures.map(String), ['Error: spawn ENOENT'])
  })

  it('follows a browser that is mended after a minute, and one that is removed after ten', async () => {
    const { browser, canDraw, pass } = buildCheck({ works: false })
    /** What the next check found. */
    const next = async () => {
      const before = await canDraw()
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
      return [before, await canDraw()]
    }
    await canDraw()
    browser.works = true

    assert.deepEqual(await next(), [false, false])
    pass(MINUTE_MS)
    assert.deepEqual(await next(), [false, true])
    browser.works = false
    pass(9 * MINUTE_MS)
    assert.deepEqual(await next(), [true, true])
    pass(MINUTE_MS)
    assert.deepEqual(await next(), [true, false])
    assert.equal(browser.starts, 3)
  })
})
