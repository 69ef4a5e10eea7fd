/** Whether a spreadsheet turned the digits of a number into a float and lost most of them (`8.94E+18`). */
export function isShortened(text: string): boolean {
  return /^\d([.,]\d+)?E\+?\d+$/i.test(text)
}

/** The text of a cell without what spreadsheets put around digits to keep them: `="894…"` or `'894…`. */
export function unwrapCell(text: string): string {
  const trimmed = text.trim()
  return (/^="(.*)"$/.exec(trimmed)?.[1] ?? trimmed.replace(/^'/, '')).trim()
}
