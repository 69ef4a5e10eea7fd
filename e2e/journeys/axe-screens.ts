const SIZES = [
  ['a laptop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const
const SCHEMES = ['light', 'dark'] as const

const every = SCHEMES.flatMap((colorScheme) => SIZES.map(([size, viewport]) => ({ colorScheme, size, viewport })))

/**
 * Sizes and themes that axe looks at. With `FIELDWATCH_AXE=all` every size in every theme; otherwise a laptop in the light theme and a
 * phone in the dark one, which have every size and every theme in half the time.
 */
export const AXE_SCREENS =
  process.env['FIELDWATCH_AXE'] === 'all'
    ? every
    : every.filter(({ colorScheme, size }) => (colorScheme === 'light') === (size === 'a laptop'))
