export type TabMessage = 'signed-in' | 'signed-out' | 'viewing-changed'

/** How the tabs of one browser agree on who is signed in, and on the entities that they look at. */
export interface OtherTabs {
  tell: (message: TabMessage) => void
  listen: (listener: (message: TabMessage) => void) => void
  /** Runs `work` in one tab at a time: a refresh cookie can be exchanged only once. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  close: () => void
}

const NAME = 'fieldwatch-session'

/** Uses broadcast channel and locks; without them (plain HTTP has no locks) a tab is on its own. */
export function createOtherTabs(): OtherTabs {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : undefined
  const locks = (navigator as { locks?: LockManager }).locks
  return {
    tell(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      channel?.postMessage(message)
    },
    listen(listener) {
      channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
    },
    alone: (work) => (locks === undefined ? work() : locks.request(NAME, work)),
    close: () => channel?.close(),
  }
}
