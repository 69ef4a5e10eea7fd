import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Modules } from './locked-modules.ts'

const LICENCE = /^(licen[cs]e|notice|copying|third-party)[^/]*$/i

const OURS = `Fieldwatch contains the packages below, each under its licence. The map is drawn from Natural Earth (public domain) and the places of
GeoNames (https://www.geonames.org, CC BY 4.0).
`

/** The licences of everything that is in a package, each text once with all that it is for. */
export function writeNotices(root: string, modules: Modules): string {
  const byText = new Map<string, string[]>()
  for (const [folder, { version, license = 'see its text' }] of modules) {
    if (!existsSync(join(root, folder))) continue
    const name = `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (${license})`
    const text = licenceTexts(join(root, folder))
    byText.set(text, [...(byText.get(text) ?? []), name])
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`)
  return [OURS, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceTexts(folder: string): string {
  const files = readdirSync(folder)
    .filter((name) => LICENCE.test(name))
    .sort()
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return `${texts.length === 0 ? 'Its package has no text besides the name of its licence.' : texts.join('\n\n')}\n`
}
