import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { loginTags } from './preload-login.ts'

function bundleOf(...files: { type: 'chunk' | 'asset'; fileName: string; name?: string }[]) {
  // Only these parts of a bundle are looked at.
  return Object.fromEntries(files.map((file) => [file.fileName, file])) as unknown as Rolldown.OutputBundle
}

const login = { type: 'chunk', name: 'login', fileName: 'assets/login-1.js' } as const
const style = { type: 'asset', fileName: 'assets/login-2.css' } as const
const font = { type: 'asset', fileName: 'assets/inter-latin-wght-normal-3.woff2' } as const

describe('the page', () => {
  it('names the login page, its style and the font', () => {
    const others = [
      { type: 'chunk', name: 'shell', fileName: 'assets/shell-4.js' },
      { type: 'asset', fileName: 'assets/inter-greek-wght-normal-5.woff2' },
    ] as const

    const tags = loginTags(bundleOf(...others, login, style, font))

    expect(tags.map(({ attrs }) => [attrs?.['rel'], attrs?.['href']])).toEqual([
      ['modulepreload', '/assets/login-1.js'],
      ['stylesheet', '/assets/login-2.css'],
      ['preload', '/assets/inter-latin-wght-normal-3.woff2'],
    ])
  })

  it('is not built without one of them', () => {
    expect(() => loginTags(bundleOf(login, style))).toThrow('the login page is not built')
  })
})
