import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import type { Plugin } from 'vite'
import { renderGuide } from './render-guide.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

const PAGES = globSync(['docs/{guides,reference}/*.md', 'extensions/*/docs/*.md'], { cwd: REPOSITORY }).sort()
const FILES = globSync('docs/guides/examples/*', { cwd: REPOSITORY })

/** Writes the guides and the reference pages into the web app, so that a portal without the Internet shows them too. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    apply: 'build',
    generateBundle() {
      for (const page of PAGES) {
        const markdown = readFileSync(join(REPOSITORY, page), 'utf8')
        const source = renderGuide(page === INDEX ? markdown + listExtensions() : markdown, (link) =>
          linkTo(page, link),
        )
        this.emitFile({ type: 'asset', fileName: addressOf(page), source })
      }
      for (const file of FILES) {
        this.emitFile({ type: 'asset', fileName: file, source: readFileSync(join(REPOSITORY, file)) })
      }
      const style = readFileSync(join(import.meta.dirname, 'guides.css'))
      this.emitFile({ type: 'asset', fileName: 'docs/guides.css', source: style })
    },
  }
}

const INDEX = 'docs/guides/README.md'

/** The pages of extensions, which no page of the core names. */
function listExtensions(): string {
  const pages = PAGES.filter((page) => page.startsWith('extensions/'))
  const lines = pages.map((page) => `- [${titleOf(page)}](${relative(dirname(INDEX), page)})`)
  return `\n**Extensions**\n\n${lines.join('\n')}\n`
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(REPOSITORY, page), 'utf8'))?.[1] ?? page
}

/** Undefined for what is not shown as a page, such as what only developers read. */
function linkTo(page: string, link: string): string | undefined {
  const target = normalize(join(dirname(page), link))
  if (!PAGES.includes(target) && !FILES.includes(target)) return undefined
  return relative(dirname(addressOf(page)), addressOf(target))
}

function addressOf(page: string): string {
  return page
    .replace(/^extensions\/[^/]+\/docs/, 'docs/extensions')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html')
}
