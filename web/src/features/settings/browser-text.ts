import { t } from './texts.ts'

/** The first match is the browser: some name others too, which come later. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Behind the version of Android, up to the build or the end; browsers that hide it say `K`, Firefox says only what kind it is. */
const ANDROID_MODEL = /Android [\d.]{1,12}; ([^;)]{1,40})[;)]/
const NO_MODELS: readonly string[] = ['K', 'Mobile', 'Tablet']

/**
 * A browser as its user would call it, such as `Firefox on Windows` or `Chrome on Pixel 9`; programs by the name that they give
 * themselves.
 */
export function browserText(userAgent: string): string {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1]
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1]
  if (browser === undefined) {
    const [program = ''] = userAgent.slice(0, 60).split(/[/ ;(]/, 1)
    return program === '' || program === 'Mozilla'
      ? t('settings.browser.unknown')
      : t('settings.browser.program', { program })
  }
  const device = modelOf(userAgent) ?? system
  return device === undefined ? browser : t('settings.browser.on', { browser, device })
}

/** The model of a phone or tablet with Android, where the browser names it. */
function modelOf(userAgent: string): string | undefined {
  const [model = ''] = ANDROID_MODEL.exec(userAgent)?.[1]?.split(' Build/') ?? []
  return model === '' || NO_MODELS.includes(model) || model.startsWith('rv:') ? undefined : model.trim()
}
