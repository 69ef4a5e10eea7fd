import type { OtherTabs, TabMessage } from '#platform/session/other-tabs.ts'

/** Tabs of one browser: the others get what one sends; they run one after the other. */
export function createFakeBrowser() {
  const listeners = new Map<object, (message: TabMessage) => void>()
  let turn: Promise<unknown> = Promise.resolve()
  function openTab(): OtherTabs {
    const tab = {}
    return {
      tell(message) {
        for (const [other, listener] of listeners) if (other !== tab) listener(message)
      },
      listen: (listener) => void listeners.set(tab, listener),
      alone<T>(work: () => Promise<T>): Promise<T> {
        const mine = turn.then(work)
        turn = mine.catch(() => undefined)
        return mine
      },
      close: () => void listeners.delete(tab),
    }
  }
  return { openTab }
}
