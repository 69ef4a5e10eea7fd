import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** A picture of series on the screen, in milliseconds since the navigation. */
export interface Painting {
  readonly at: number
  /** The legend has values: it is not the picture of an empty chart. */
  readonly filled: boolean
}

/**
 * What runs in every page that is measured, before the page itself: it notes when series were painted and which tasks were
 * long. A series is a stroke of a path; a frame later it is on the screen.
 */
export const PROBE = `
(() => {
  const probe = { paintings: [], longTasks: [], released: 0 }
  window.probe = probe
  let pending = false
  probe.drew = () => {
    if (pending) return
    pending = true
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        pending = false
        const values = [...document.querySelectorAll('[data-value]')]
        probe.paintings.push({ at: performance.now(), filled: values.some((value) => /\\d/.test(value.textContent)) })
      }
      channel.port2.postMessage(0)
    })
  }
  const stroke = CanvasRenderingContext2D.prototype.stroke
  CanvasRenderingContext2D.prototype.stroke = function (...path) {
    if (path.length > 0) probe.drew()
    return stroke.apply(this, path)
  }
  addEventListener('mouseup', (event) => { probe.released = event.timeStamp }, true)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks.push({ at: entry.startTime, ms: entry.duration })
  }).observe({ type: 'longtask', buffered: true })
})()`

/** Waits for the first picture with values; returns when it was on the screen. */
export function firstPainting(page: Page): Promise<number> {
  return numberWhenThere(page, 'probe.paintings.find(({ filled }) => filled)?.at')
}

/** Milliseconds from letting go of the mouse to the picture that follows. */
export async function paintingAfterRelease(page: Page): Promise<number> {
  const painted = await numberWhenThere(page, 'probe.paintings.find(({ at }) => at > probe.released)?.at')
  return painted - (await page.evaluate<number>('probe.released'))
}

const LOOK_MILLISECONDS = 20
const PATIENCE_MILLISECONDS = 60_000

/** Asks the page again and again: its content security policy lets no script of ours wait inside. */
export async function numberWhenThere(page: Page, expression: string): Promise<number> {
  const end = performance.now() + PATIENCE_MILLISECONDS
  while (performance.now() < end) {
    const value = await page.evaluate<number | undefined>(expression)
    if (value !== undefined) return value
    await delay(LOOK_MILLISECONDS)
  }
  throw new Error(`the page never said ${expression}`)
}

/** The longest task since a moment of the page, in milliseconds; 0 when none took 50 ms. */
export function longestTask(page: Page, since: number): Promise<number> {
  return page.evaluate<number>(`Math.max(0, ...probe.longTasks.filter(({ at }) => at >= ${since}).map(({ ms }) => ms))`)
}
