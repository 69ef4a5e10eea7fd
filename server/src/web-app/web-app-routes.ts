import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Not pages of the web app, so a path below them that nobody serves is missing and nothing else. */
const NOT_PAGES = ['/api', '/.well-known', '/healthz', '/readyz', '/metrics', '/mqtt', '/assets']

const PAGE = 'index.html'
const A_YEAR = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

/**
 * Serves the built web app of a folder: its files under their names, and its one page under every other path that a browser
 * opens. Without a build it says so.
 */
export function registerWebAppRoutes(app: FastifyInstance, folder: string): void {
  const built = existsSync(join(folder, PAGE))
  const files = built ? listFiles(folder) : new Set<string>()
  if (built) void app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = pathOf(request)
    const file = path.slice(1)
    if (files.has(file) && file !== PAGE) {
      const lasting = path.startsWith('/assets/')
      return reply.header('cache-control', lasting ? A_YEAR : ASK_FIRST).sendFile(file)
    }
    if (!isPage(path, request)) return reply.callNotFound()
    if (!built) return sendUnbuilt(reply)
    return reply.header('cache-control', ASK_FIRST).sendFile(PAGE)
  })
}

/** Names of all files below a folder, as they stand in addresses. */
function listFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Set(entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
}

function pathOf(request: FastifyRequest): string {
  const [path = '/'] = request.url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isPage(path: string, request: FastifyRequest): boolean {
  if (NOT_PAGES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
  return path === '/' || (request.headers.accept ?? '').includes('text/html')
}

function sendUnbuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Fieldwatch</title>' +
        '<h1>The web app is not built yet</h1>' +
        '<p>The server is running, but the files of the web app are missing. ' +
        'Run <code>npm run build</code> and start the server again; <code>npm start</code> does both.</p></html>',
    )
}
