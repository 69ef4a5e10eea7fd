/** The colours of series, one after the other, safe for colour-blind eyes (after Okabe and Ito). */
export const SERIES_PALETTE = {
  light: ['#0072b2', '#d55e00', '#008f69', '#b3498b', '#a67c00', '#2f8fc4', '#55555b', '#7a4fb5'],
  dark: ['#56b4e9', '#f08a3c', '#2cc295', '#e08abf', '#e6c229', '#8fb8ff', '#c4c4c9', '#b79ae8'],
} as const
