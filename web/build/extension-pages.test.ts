import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { EXTENSION_PAGES } from './extension-pages.ts'

it('finds the pages of extensions, each with what it loads', () => {
  for (const [page, file] of EXTENSION_PAGES) {
    expect(page).toMatch(/^pages\/.+\/index\.html$/)
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? []
    expect(existsSync(join(dirname(file), script))).toBe(true)
  }
})
