import { readFileSync } from 'node:fs'

/** The release that this is, such as `0.1.0`. */
export const RELEASE = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
