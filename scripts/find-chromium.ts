import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Chromium without windows, as Debian packages it. The same pages cost three quarters of the processor time. */
const HEADLESS_NAME = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where `getChromium` leaves what it fetches. */
export const FETCHED_FOLDER = join(import.meta.dirname, '../node_modules/.cache/chromium')
export const FETCHED_CHROMIUM = join(FETCHED_FOLDER, 'chromium')

/** How to get a browser when none could be fetched. */
export const CHROMIUM_HINT =
  'The browser journeys need Chromium, and none could be fetched. Install it with `sudo apt-get install chromium`, or set CHROMIUM_PATH to one.'

/**
 * Parts of the browser that cost more than our pages: each window loads the suggestions of its address bar as two pages of
 * their own, for a second of processor time. The last list of this kind counts, so what Playwright leaves out follows.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How browsers of tests and benchmarks are started: quiet, and as root too. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  `--disable-features=${LEFT_OUT.join(',')}`,
]

/**
 * Further arguments for maps without a graphics processor: an emulated one. Charts and the page around the maps do without, as it takes a
 * second for what Chromium's own drawing does in thirty milliseconds, and a third of all processor time of the journeys.
 */
export const WEBGL_ARGUMENTS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-accelerated-2d-canvas',
  '--disable-gpu-rasterization',
]

/** The path of a Chromium or Chrome that is installed, or was fetched before; `CHROMIUM_PATH` comes first. */
export function findChromium(): string | undefined {
  return findNamed(NAMES)
}

/** As `findChromium`, with a preference for one without windows. */
export function findHeadlessChromium(): string | undefined {
  return findNamed([HEADLESS_NAME, ...NAMES])
}

function findNamed(names: readonly string[]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/snap/bin',
    join(homedir(), '.local/bin'),
  ]
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...installed, ...FIXED, FETCHED_CHROMIUM].find((path) => existsSync(path))
}
