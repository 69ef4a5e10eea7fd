/** What an app and the portal say to each other; `docs/reference/apps.md` tells it to who writes an app. */
export type AppMessage =
  /** The app listens from now on, and wants to know where it is. */
  | { type: 'fieldwatch/ready' }
  /** How tall the app would like its frame, in pixels. */
  | { type: 'fieldwatch/height'; height: number }

export interface AppContext {
  type: 'fieldwatch/context'
  appId: string
  dataID?: string
  colorScheme: 'light' | 'dark'
}

/** A frame is not made taller than this, whatever its app asks for. */
const MAX_HEIGHT = 10_000

/** Reads a message of an app; undefined for one that is not ours to answer. */
export function readAppMessage(data: unknown): AppMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'fieldwatch/ready') return { type: data.type }
  if (data.type !== 'fieldwatch/height' || !('height' in data) || typeof data.height !== 'number') return undefined
  return data.height > 0 ? { type: data.type, height: Math.min(MAX_HEIGHT, Math.ceil(data.height)) } : undefined
}
