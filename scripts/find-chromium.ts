import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** How to get a browser when `findChromium` finds none. */
export const CHROMIUM_HINT =
  'The browser journeys need Chromium. Install it with `sudo apt-get install chromium`, or set CHROMIUM_PATH to one.'

/** The path of an installed Chromium or Chrome; `CHROMIUM_PATH` comes first. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/snap/bin',
    join(homedir(), '.local/bin'),
  ]
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...FIXED].find((path) =>
    existsSync(path),
  )
}
