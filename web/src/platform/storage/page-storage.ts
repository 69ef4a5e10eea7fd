export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the browser keeps. Where it is blocked, as in a frame of another site, it lasts as long as the page. */
export const localStore = openStorage(() => localStorage)
export const sessionStore = openStorage(() => sessionStorage)

function openStorage(open: () => Storage): PageStorage {
  try {
    return open()
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    }
  }
}
