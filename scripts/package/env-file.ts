import { SETTINGS } from '../../server/src/config.ts'
import { inPackageWords } from './to-javascript.ts'

const HEAD = `# Settings of Fieldwatch, NAME=value. Take the # away before the one that you set, then: systemctl restart fieldwatch
# A value with spaces, # or quotes goes between quotes. The standard of each is shown where it has one.
`

/** The settings for administrators of a machine: all of them, commented out, each with what it means. */
export function writeEnvFile(standards: Readonly<Record<string, string>>): string {
  const settings = Object.entries(SETTINGS).map(([name, shape]) => {
    const parsed = shape.safeParse(undefined)
    const standard = standards[name] ?? (parsed.success && parsed.data !== undefined ? String(parsed.data) : '')
    const value = /[\s#'"]/.test(standard) ? `"${standard}"` : standard
    return `# ${inPackageWords(shape.description ?? '').replaceAll('`', '')}\n#${name}=${value}\n`
  })
  return [HEAD, ...settings].join('\n')
}
