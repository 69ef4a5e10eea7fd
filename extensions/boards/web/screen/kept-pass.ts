/** The pass of this screen. It outlives restarts of the screen, and is removed with the data of the site. */
const KEY = 'fieldwatch-board'

export function keptPass(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined
}

export function keepPass(pass: string): void {
  localStorage.setItem(KEY, pass)
  // Asks the browser not to remove it when the disk fills up.
  void navigator.storage?.persist?.().catch(() => undefined)
}
