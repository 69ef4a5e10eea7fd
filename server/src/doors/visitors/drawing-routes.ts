import { drawnAddress } from '@fieldwatch/contract/visitors/drawn-page'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#delivery/mail/escape-html.ts'
import type { DrawPdf, PageAnswer } from '#platform/browser/draw-pdf.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import type { Random } from '#platform/random/random.ts'
import type { Draw, Drawing } from './drawing.ts'
import { registerSharedReads, type SharedReadParts } from './shared-routes.ts'
import type { Visitors } from './visit.ts'

/** What draws PDF; a portal without a browser has none. */
export interface PdfOptions {
  readonly draw: DrawPdf
  /** Builds an HTTP application with the web app that listens nowhere. */
  readonly openPages: (register: (app: FastifyInstance) => void) => Promise<FastifyInstance>
}

interface Parts extends Omit<SharedReadParts, 'visitors'> {
  readonly random: Random
  readonly pdf: PdfOptions
}

/** A browser takes a processor and some hundred megabytes, so that one draws at a time. */
const GATE = { atOnce: 1, waiting: 5, overall: 1 }

/** How a pass of a drawing begins. */
const PASS_PREFIX = 'fwd_'

/** The headers of the page's requests that are passed on. */
const PASSED_ON = ['Accept', 'accept-language'] as const

/**
 * Draws the screens that visitors of shared links see. The page gets its files and data through the pipe of the browser, from an application
 * of its own that takes the passes of drawings: these work nowhere else, and the browser doesn't know them.
 */
export function createDraw({ random, pdf, ...parts }: Parts, stack: AsyncDisposableStack): Draw {
  const gate = createReadGate(GATE)
  const drawings = new Map<string, Drawing['look']>()
  const visitors: Visitors = {
    prefix: PASS_PREFIX,
    find: async (pass) => {
      const visit = await drawings.get(pass)?.()
      if (visit === undefined) throw new DomainError('share/closed')
      return visit
    },
    // A drawing has no stream.
    findAgain: async () => undefined,
  }
  let opening: Promise<FastifyInstance> | undefined
  stack.defer(async () => (await opening)?.close())

  return ({ person, signal, ...drawing }) => gate.run({ person, signal }, () => draw({ ...drawing, signal }))

  async function draw({ look, reader, language, title, signal }: Omit<Drawing, 'person'>): Promise<Buffer> {
    opening ??= pdf.openPages((app) => void registerSharedReads(app, { ...parts, visitors: [visitors] }))
    const pages = await opening
    const pass = `${PASS_PREFIX}${random.secret()}`
    drawings.set(pass, look)
    try {
      return await pdf.draw({
        address: drawnAddress(reader, language),
        answer: (path, headers) => answer(pages, { path, headers, pass }),
        locale: language,
        timeZone: reader.timeZone,
        foot: footOf(title),
        signal,
      })
    } finally {
      drawings.delete(pass)
    }
  }
}

interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly pass: string
}

async function answer(pages: FastifyInstance, { path, headers, pass }: Asked): Promise<PageAnswer> {
  const passed = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  const reply = await pages.inject({
    url: path,
    headers: { ...Object.fromEntries(passed), authorization: `Bearer ${pass}` },
  })
  const replied = Object.entries(reply.headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === undefined ? [] : [[name, String(one)] as const],
    ),
  )
  return { status: reply.statusCode, headers: replied, body: reply.rawPayload }
}

/** The title and the numbers of pages. */
function footOf(title: string): string {
  const style =
    'display:flex;justify-content:space-between;gap:8mm;width:100%;margin:0 12mm;font:7pt sans-serif;color:#666'
  const name = `<span dir="auto" style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${escapeHtml(title)}</span>`
  const numbers = '<span dir="ltr"><span class="pageNumber"></span> / <span class="totalPages"></span></span>'
  return `<div style="${style}">${name}${numbers}</div>`
}
