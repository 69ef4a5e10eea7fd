import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Plugin } from 'vite'
import { renderGuide } from './render-guide.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

/** For those who build the portal and not for those who run it. */
const OF_DEVELOPERS = /adding-a-feature|following-arriving-records|making-a-release|benchmarks|texts\.md/

const PAGES = globSync('docs/{guides,reference}/*.md', { cwd: REPOSITORY }).filter((page) => !OF_DEVELOPERS.test(page))
const FILES = globSync('docs/guides/examples/*', { cwd: REPOSITORY })

/** Writes the guides and the reference pages into the web app, so that a portal without the Internet shows them too. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    apply: 'build',
    generateBundle() {
      for (const page of PAGES) {
        const isPage = (link: string): boolean => isThere(normalize(join(dirname(page), link)))
        const source = renderGuide(readFileSync(join(REPOSITORY, page), 'utf8'), isPage)
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

function isThere(path: string): boolean {
  return (PAGES.includes(path) || FILES.includes(path)) && existsSync(join(REPOSITORY, path))
}

function addressOf(page: string): string {
  return page.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
}
