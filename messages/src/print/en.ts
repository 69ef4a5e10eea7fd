export const texts = {
  'print.print': 'Print or save as PDF',
  'print.until': 'Until {end}',
} as const
