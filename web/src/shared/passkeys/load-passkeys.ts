import { loadChunk } from '#platform/parts/load-chunk.ts'

/** What speaks with passkeys is loaded when it is needed. */
export const loadPasskeys = loadChunk('passkeys', () => import('./passkey-browser.ts'))

/** Whether the browser knows passkeys here: it does at https and at localhost only. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}
