import { Anchor, createTheme, type CSSVariablesResolver, type MantineColorsTuple, rem, Text } from '@mantine/core'
import { labelVariables } from '#shared/labels/label-palette.ts'
import { SERIES_PALETTE } from '#shared/charts/series-palette.ts'

/** Shade 6 is the accent itself, `#FF8800`: readable under dark text. Shade 9 is readable as text on white. */
const accent: MantineColorsTuple = [
  '#fff6ea',
  '#ffe8cc',
  '#ffd099',
  '#ffb966',
  '#ffa640',
  '#ff951f',
  '#ff8800',
  '#d66f00',
  '#ad5700',
  '#8f4700',
]

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9eb',
  '#dcdcdf',
  '#c6c6ca',
  '#9b9ba1',
  '#6e6e75',
  '#55555b',
  '#36363a',
  '#1c1c1f',
]

const dark: MantineColorsTuple = [
  '#ececee',
  '#c4c4c9',
  '#a3a3aa',
  '#84848c',
  '#3f3f45',
  '#323237',
  '#26262a',
  '#1c1c1f',
  '#161618',
  '#101012',
]

/** Shade 6 is readable under white text. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#fa5252',
  '#d6303a',
  '#c0222b',
  '#a61e25',
  '#8f1a20',
]

/** The one theme. Spacing follows a grid of 8 px; there is one radius. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { accent, gray, dark, red },
  black: gray[9],
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(8), md: rem(8), lg: rem(8), xl: rem(8) },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '40em', md: '48em', lg: '64em', xl: '80em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    Anchor: Anchor.extend({ defaultProps: { size: 'sm' } }),
    // Refers to Modal by name, so that its code is not loaded with the theme. Its head is not a banner of the page.
    Modal: {
      defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } },
      // A long name in it breaks; else it would push the cross out of the dialog.
      styles: {
        title: { minWidth: 0, overflowWrap: 'anywhere', fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 },
      },
    },
  },
})

/**
 * What the theme adds to the variables of Mantine: text colours that are readable on their ground (WCAG AA), and the
 * tokens of this product. `status-*` are for shapes, `status-*-text` for words; `series-*` stay apart for colour-blind
 * eyes (after Okabe and Ito).
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--fw-hairline': '1px',
    '--fw-form-width': rem(416),
    '--fw-header-height': rem(56),
    '--fw-sidebar-width': rem(184),
    '--fw-fleet-width': rem(416),
    '--fw-unit-row': rem(48),
    '--fw-unit-ring': rem(34),
    '--fw-ring': rem(2),
    '--fw-control': rem(36),
    '--fw-pin-width': rem(24),
    '--fw-face-pin-width': rem(30),
    '--fw-pin-height': rem(32),
    '--fw-face-pin-height': rem(40),
    '--fw-cluster': rem(40),
    '--fw-marker-card': rem(224),
    '--fw-card-width': rem(640),
    '--fw-touch-target': rem(44),
    '--fw-frame-min-height': '500px',
    '--fw-table-row': rem(40),
    '--fw-table-line': rem(30),
    '--fw-table-action': rem(40),
    '--fw-avatar': rem(24),
    '--fw-picture': rem(64),
    '--fw-photo': rem(112),
    '--fw-range-width': rem(450),
    '--fw-calendar-height': rem(360),
    '--fw-focus-ring': '2px solid var(--mantine-color-anchor)',
  },
  light: {
    '--fw-logo-ground': 'var(--mantine-color-gray-9)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-9)',
    '--mantine-color-accent-text': 'var(--mantine-color-accent-9)',
    '--mantine-color-accent-outline': 'var(--mantine-color-accent-9)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-9)',
    '--mantine-color-dimmed': '#62626a',
    '--mantine-color-placeholder': '#6e6e75',
    '--mantine-color-error': '#c0222b',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
    '--fw-ground': 'var(--mantine-color-gray-1)',
    '--fw-surface': 'var(--mantine-color-white)',
    '--fw-line': 'var(--mantine-color-gray-3)',
    '--fw-hover': 'var(--mantine-color-gray-1)',
    '--fw-selected': 'var(--mantine-color-accent-0)',
    '--fw-edge-shadow': '#1c1c1f26',
    '--fw-crop-shade': '#1c1c1f99',
    '--fw-status-current': '#1a9c4b',
    '--fw-status-current-text': '#0d7334',
    '--fw-status-late': '#d6303a',
    '--fw-status-late-text': '#b71c26',
    '--fw-status-none': '#8c8c93',
    '--fw-status-none-text': '#62626a',
    '--fw-alarm': '#ffc400',
    '--fw-alarm-sign': '#1c1c1f',
    '--fw-map-water': '#dde6ec',
    '--fw-map-land': '#f7f7f5',
    '--fw-map-line': '#b9bfc4',
    '--fw-map-grid': '#cbd2d7',
    '--fw-map-label': '#62626a',
    '--fw-map-title': '#36363a',
    ...seriesVariables('light'),
    ...labelVariables('light'),
  },
  dark: {
    '--fw-logo-ground': 'var(--mantine-color-dark-5)',
    '--mantine-color-anchor': 'var(--mantine-color-accent-4)',
    '--mantine-color-accent-text': 'var(--mantine-color-accent-4)',
    '--mantine-color-accent-outline': 'var(--mantine-color-accent-4)',
    '--mantine-color-dimmed': '#a3a3aa',
    '--mantine-color-placeholder': '#9a9aa2',
    '--mantine-color-error': '#ff8087',
    '--mantine-color-body': 'var(--mantine-color-dark-8)',
    '--fw-ground': 'var(--mantine-color-dark-9)',
    '--fw-surface': 'var(--mantine-color-dark-7)',
    '--fw-line': 'var(--mantine-color-dark-5)',
    '--fw-hover': 'var(--mantine-color-dark-6)',
    '--fw-selected': '#3a2a17',
    '--fw-edge-shadow': '#000000a6',
    '--fw-crop-shade': '#1c1c1f99',
    '--fw-status-current': '#37c46f',
    '--fw-status-current-text': '#4fd484',
    '--fw-status-late': '#ff5f68',
    '--fw-status-late-text': '#ff8087',
    '--fw-status-none': '#84848c',
    '--fw-status-none-text': '#a3a3aa',
    '--fw-alarm': '#ffc400',
    '--fw-alarm-sign': '#1c1c1f',
    '--fw-map-water': '#15191d',
    '--fw-map-land': '#25282b',
    '--fw-map-line': '#474d52',
    '--fw-map-grid': '#363b3f',
    '--fw-map-label': '#a3a3aa',
    '--fw-map-title': '#dcdce0',
    ...seriesVariables('dark'),
    ...labelVariables('dark'),
  },
})

function seriesVariables(scheme: keyof typeof SERIES_PALETTE): Record<string, string> {
  return Object.fromEntries(SERIES_PALETTE[scheme].map((colour, index) => [`--fw-series-${index + 1}`, colour]))
}
