const SIZES = [
  ['a laptop', { width: 1280, height: 800 }],
  ['a laptop at 200 %', { width: 640, height: 400 }],
  ['a phone', { width: 390, height: 844 }],
  ['a phone on its side', { width: 844, height: 390 }],
] as const
const SCHEMES = ['light', 'dark'] as const

const every = SCHEMES.flatMap((colorScheme) => SIZES.map(([size, viewport]) => ({ colorScheme, size, viewport })))

/** Whether axe looks at everything, which takes eight times as long. */
export const AXE_EVERYWHERE = process.env['FIELDWATCH_AXE'] === 'all'

/**
 * Sizes and themes that axe looks at. With `FIELDWATCH_AXE=all` every size in every theme; otherwise a laptop in the light theme and a
 * phone in the dark one, which have both themes and the sizes that differ most in a quarter of the time.
 */
export const AXE_SCREENS = AXE_EVERYWHERE
  ? every
  : every.filter(({ colorScheme, size }) => size === (colorScheme === 'light' ? 'a laptop' : 'a phone'))

/** For dialogs and forms, which differ little: otherwise only a phone in the dark theme. */
export const AXE_FORM_SCREENS = AXE_EVERYWHERE ? every : AXE_SCREENS.filter(({ size }) => size === 'a phone')
