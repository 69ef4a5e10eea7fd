import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { BrowserEvent } from './devtools-pipe.ts'
import { type BrowserLimits, type BrowserSettings, startBrowser } from './browser-process.ts'

/** An answer of the portal to a request of the page. */
export interface PageAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** A page that is drawn. */
export interface DrawnPage {
  /** The address of the page, from its first `/`. */
  readonly address: string
  /** Answers each request that the page makes; it reaches nothing else. */
  readonly answer: (path: string, headers: Readonly<Record<string, string>>) => Promise<PageAnswer>
  readonly locale: string
  readonly timeZone: string
  /** HTML for the foot of each page, in which elements of the classes `pageNumber` and `totalPages` get these numbers. */
  readonly foot: string
  readonly signal: AbortSignal
}

export interface DrawingLimits extends BrowserLimits {
  readonly milliseconds: number
}

/** On two processors a chart took 2.4 s, and 1,000 rows of a table 4.9 s; with much other work, far longer. */
export const DRAWING_LIMITS: DrawingLimits = {
  milliseconds: 3 * MINUTE_MS,
  memoryBytes: 1_000_000_000,
  // A PDF comes as base64.
  messageBytes: 30_000_000,
}

/** Where the page seems to be. No server has such a name, so that no request can leave the portal. */
const ORIGIN = 'https://portal.invalid'

/** What the page calls when everything on it is drawn, with what failed when something did. */
const BINDING = 'pageIsDrawn'

/** The size of the screen from which it is printed: as wide as A4. */
const SCREEN = { width: 794, height: 1123, deviceScaleFactor: 2, mobile: false }

const A4 = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 }

export type DrawPdf = (page: DrawnPage) => Promise<Buffer>

/** Draws pages as PDF with a browser, each with a browser of its own. */
export function createDrawPdf(settings: BrowserSettings, limits: DrawingLimits = DRAWING_LIMITS): DrawPdf {
  /** @throws Error when the browser can't be started, fails, or takes too long; the reason of the signal */
  return async (page) => {
    const stop = AbortSignal.any([page.signal, AbortSignal.timeout(limits.milliseconds)])
    page.signal.throwIfAborted()
    const stopped = Promise.withResolvers<never>()
    // Both promises may fail after the race is decided; a rejection without a listener would end the portal.
    stopped.promise.catch(() => undefined)
    const onStop = (): void => stopped.reject(stop.reason)
    stop.addEventListener('abort', onStop, { once: true })
    try {
      const drawn = Promise.withResolvers<void>()
      drawn.promise.catch(() => undefined)
      await using browser = await startBrowser({ ...settings, limits, locale: page.locale, onEvent })
      let session = ''
      return await Promise.race([draw(), browser.ended, stopped.promise])

      function onEvent({ method, params }: BrowserEvent): void {
        if (method === 'Fetch.requestPaused') void reply(params as unknown as PausedRequest).catch(drawn.reject)
        else if (method === 'Inspector.targetCrashed') drawn.reject(new Error('the page crashed'))
        else if (method === 'Runtime.bindingCalled' && params['name'] === BINDING) {
          const failure = String(params['payload'])
          if (failure === '') drawn.resolve()
          else drawn.reject(new Error(`the page could not be drawn: ${failure}`))
        }
      }

      async function draw(): Promise<Buffer> {
        const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
        const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
        session = String(sessionId)
        const command = (method: string, params: object = {}) => browser.send(method, params, session)
        await command('Page.enable')
        await command('Runtime.enable')
        await command('Inspector.enable')
        await command('Runtime.addBinding', { name: BINDING })
        await command('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
        await command('Emulation.setTimezoneOverride', { timezoneId: page.timeZone })
        await command('Emulation.setDeviceMetricsOverride', SCREEN)
        await command('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] })
        await command('Page.navigate', { url: `${ORIGIN}${page.address}` })
        await drawn.promise
        const { data } = await command('Page.printToPDF', {
          ...A4,
          printBackground: true,
          displayHeaderFooter: true,
          headerTemplate: '<span></span>',
          footerTemplate: page.foot,
          generateTaggedPDF: true,
        })
        return Buffer.from(String(data), 'base64')
      }

      async function reply({ requestId, request }: PausedRequest): Promise<void> {
        const { origin, pathname, search } = new URL(request.url)
        if (origin !== ORIGIN || request.method !== 'GET') {
          await browser.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, session)
          return
        }
        const { status, headers, body } = await page.answer(`${pathname}${search}`, request.headers)
        const answer = {
          requestId,
          responseCode: status,
          responseHeaders: headers.map(([name, value]) => ({ name, value })),
          body: body.toString('base64'),
        }
        await browser.send('Fetch.fulfillRequest', answer, session)
      }
    } finally {
      stop.removeEventListener('abort', onStop)
    }
  }
}

interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string; readonly headers: Record<string, string> }
}
