import { stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { OWN_PAGES } from '@fieldwatch/contract/people/apps'
import { DRAWN_PATH } from '@fieldwatch/contract/visitors/drawn-path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageFrames, setFrameAncestors } from './page-frames.ts'

interface Options {
  /** Left out: every page of an extension is framed by our own pages alone. */
  readonly frames?: PageFrames
  /** The paths of the pages of extensions that are on; what is below belongs to them too. */
  readonly pages?: readonly string[]
}

/** Prefixes that are not pages of the web app: an unknown path below them is a 404. */
const NOT_PAGES = ['/api', '/.well-known', '/healthz', '/readyz', '/metrics', '/mqtt', '/assets', '/pages']

const PAGE = 'index.html'
/** Where the built pages of extensions are. They are served at their own paths only, as long as their extension is on. */
const PAGES = 'pages'
const A_YEAR = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

/**
 * Serves the built web app of a folder: files under their names, the small pages that open in frames under theirs, and the one
 * page under every other path that a browser opens. Without a build it says so; a new build is served at once.
 */
export function registerWebAppRoutes(app: FastifyInstance, folder: string, { frames, pages = [] }: Options = {}): void {
  void app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request)
    const send = (file: string, cached = ASK_FIRST) => reply.header('cache-control', cached).sendFile(file)
    const sendPage = async (page: string) => ((await isFile(folder, page)) ? send(page) : sendUnbuilt(reply))
    const own = OWN_PAGES.find((page) => page === path)
    if (own !== undefined && (await isFile(folder, `${own.slice(1)}/${PAGE}`))) return send(`${own.slice(1)}/${PAGE}`)
    if (path === DRAWN_PATH) {
      setFrameAncestors(reply, [])
      return sendPage(`${DRAWN_PATH.slice(1)}/${PAGE}`)
    }
    const added = pages.find((page) => path === page || path.startsWith(`${page}/`))
    if (added !== undefined) {
      const origins = await frames?.(path)
      if (origins !== undefined) setFrameAncestors(reply, origins)
      return sendPage(`${PAGES}${added}/${PAGE}`)
    }
    const file = path.slice(1)
    if (file !== PAGE && !file.startsWith(`${PAGES}/`) && (await isFile(folder, file)))
      return send(file, path.startsWith('/assets/') ? A_YEAR : ASK_FIRST)
    return isPage(path, request) ? sendPage(PAGE) : reply.callNotFound()
  })
}

/** Whether a file of this name is in the folder itself, not reached through `..` or a link. */
async function isFile(folder: string, name: string): Promise<boolean> {
  const path = resolve(folder, name)
  if (!path.startsWith(folder + sep)) return false
  try {
    return (await stat(path)).isFile()
  } catch {
    // Missing, or not a valid file name.
    return false
  }
}

function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Browsers ask for HTML; monitors and command lines accept anything, and missing files are not pages. */
function isPage(path: string, { headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (NOT_PAGES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
  if (path === '/' || accept.includes('text/html')) return true
  return /\*\/\*|text\/\*/.test(accept) && !isFileName(path)
}

/** A dot makes a file name, except in the address of a unit. */
function isFileName(path: string): boolean {
  return !path.startsWith('/dashboard/') && path.slice(path.lastIndexOf('/')).includes('.')
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">' +
        '<title>Fieldwatch</title><h1>The web app is not built yet</h1>' +
        '<p><code>npm start</code> and <code>npm run demo</code> are preparing it: this page opens by itself. ' +
        'If you started the server in another way, run <code>npm run build</code>.</p></html>',
    )
}
