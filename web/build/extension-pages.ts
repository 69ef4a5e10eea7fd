import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'

const REPOSITORY = join(import.meta.dirname, '../..')
const WEB = join(REPOSITORY, 'web')

/** The pages of extensions, which open beside the app: the file of each by where it is built. */
export const EXTENSION_PAGES: ReadonlyMap<string, string> = new Map(
  globSync('extensions/*/web/pages/**/index.html', { cwd: REPOSITORY })
    .sort()
    .map((file) => [file.replace(/^extensions\/[^/]+\/web\//, ''), join(REPOSITORY, file)]),
)

/** Builds pages that lie outside the folder of the web, as if they lay in it. */
export function extensionPages(): Plugin {
  const files = new Map([...EXTENSION_PAGES].map(([page, file]) => [join(WEB, page), file]))
  return {
    name: 'extension-pages',
    enforce: 'pre',
    resolveId: (id) => (EXTENSION_PAGES.has(id) ? join(WEB, id) : undefined),
    load(id) {
      const file = files.get(id)
      if (file === undefined) return undefined
      this.addWatchFile(file)
      return readPage(file)
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?')
        // What is below a page belongs to it too.
        const [, file] = [...EXTENSION_PAGES].find(([page]) => `pages${path}/`.startsWith(dirname(page) + sep)) ?? []
        if (file === undefined) {
          next()
          return
        }
        response.setHeader('content-type', 'text/html; charset=utf-8')
        server.transformIndexHtml(path, readPage(file)).then((page) => response.end(page), next)
      })
    },
  }
}

/** What a page loads is named from where its file is. */
function readPage(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(
    /(<script type="module" src=")(\.[^"]+)"/g,
    (_, tag: string, path: string) => `${tag}/@fs${resolve(dirname(file), path)}"`,
  )
}
