import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { textsTag } from './preload-texts.ts'

interface File {
  fileName: string
  name: string
  dynamicImports?: string[]
  facadeModuleId?: string
}

function bundleOf(...files: File[]) {
  // Only these parts of a bundle are looked at.
  const chunks = files.map((file) => [file.fileName, { type: 'chunk', dynamicImports: [], ...file }])
  return Object.fromEntries(chunks) as unknown as Rolldown.OutputBundle
}

const text = (room: string, language: string): File => ({
  fileName: `assets/${room}-${language}.js`,
  name: language,
  facadeModuleId: `/portal/messages/src/${room}/${language}.${language === 'en' ? 'ts' : 'json'}`,
})

describe('the page', () => {
  it('names the texts of the app and of the login page, by language', () => {
    const bundle = bundleOf(
      { fileName: 'assets/app.js', name: 'app', dynamicImports: ['assets/ui-en.js', 'assets/ui-de.js'] },
      { fileName: 'assets/login.js', name: 'login', dynamicImports: ['assets/sign-in-de.js'] },
      { fileName: 'assets/fleet.js', name: 'fleet-page', dynamicImports: ['assets/fleet-de.js'] },
      ...['en', 'de'].map((language) => text('ui', language)),
      text('sign-in', 'de'),
      text('fleet', 'de'),
    )

    expect(JSON.parse(String(textsTag(bundle).attrs?.['data-files']))).toEqual({
      en: ['/assets/ui-en.js'],
      de: ['/assets/ui-de.js', '/assets/sign-in-de.js'],
    })
  })

  it('is not built without them', () => {
    expect(() => textsTag(bundleOf({ fileName: 'assets/app.js', name: 'app' }))).toThrow('the first texts')
  })
})
