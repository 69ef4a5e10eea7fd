import { onTestFinished, vi } from 'vitest'

/** A screen whose width the test sets, in pixels; media queries for a greatest width or height in em listen to it. */
export function createFakeScreen(width: number, height = Infinity) {
  const before = globalThis.matchMedia
  const looks = new Set<() => void>()
  let current = width
  vi.stubGlobal('matchMedia', (media: string) => {
    const greatest = (side: string) => Number(new RegExp(`max-${side}: ([\\d.]+)em`).exec(media)?.[1] ?? 0) * 16
    const fits = () => current <= greatest('width') || height <= greatest('height')
    const query = new EventTarget()
    looks.add(() => query.dispatchEvent(Object.assign(new Event('change'), { matches: fits() })))
    return Object.defineProperties(query, { media: { value: media }, matches: { get: fits } })
  })
  onTestFinished(() => {
    vi.stubGlobal('matchMedia', before)
  })
  return {
    resize: (next: number) => {
      current = next
      for (const look of looks) look()
    },
  }
}
