import type { LABEL_COLOURS } from '@fieldwatch/contract/units/label-limits'

type Colour = (typeof LABEL_COLOURS)[number]

/** The background of a chip in each colour, and its text, which is readable on it (WCAG AA). */
const PALETTE: Readonly<Record<'light' | 'dark', Readonly<Record<Colour, readonly [string, string]>>>> = {
  light: {
    grey: ['#e4e4e7', '#3f3f45'],
    red: ['#fde0e0', '#8f1a20'],
    orange: ['#ffe3c2', '#7a3800'],
    yellow: ['#fff0ad', '#5c4400'],
    green: ['#d3f0db', '#0a5226'],
    teal: ['#cdf0ea', '#07504b'],
    blue: ['#d8e8fd', '#124a87'],
    violet: ['#e6dffb', '#4d2a8f'],
    pink: ['#fddfed', '#861b52'],
  },
  dark: {
    grey: ['#45454c', '#ececee'],
    red: ['#5a2327', '#ffc4c4'],
    orange: ['#573310', '#ffd3a3'],
    yellow: ['#4a3e0e', '#ffe88f'],
    green: ['#16442a', '#a5ebbd'],
    teal: ['#104243', '#93e9e0'],
    blue: ['#1c3c63', '#bcd9ff'],
    violet: ['#3c2c6b', '#dacdff'],
    pink: ['#572547', '#ffc4e0'],
  },
}

/** The colours of labels as variables of the theme: `--fw-label-red` and `--fw-label-red-text`. */
export function labelVariables(scheme: keyof typeof PALETTE): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PALETTE[scheme]).flatMap(([colour, [ground, text]]) => [
      [`--fw-label-${colour}`, ground],
      [`--fw-label-${colour}-text`, text],
    ]),
  )
}
