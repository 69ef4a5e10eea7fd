import { OWN_PAGES } from '@fieldwatch/contract/apps'

/** What an app is told by its address. */
export interface AppParameters {
  readonly appId: string
  /** The unit on whose page the app is open. */
  readonly dataID?: string
}

export interface FrameSource {
  readonly src: string
  /** Messages are accepted only from this origin, and sent only to it. */
  readonly origin: string
}

/**
 * The address that a frame opens for an app; undefined for one that must not be opened: what is no web address, and what is
 * of our own origin without being one of our pages, because there a script could undo its sandbox.
 */
export function frameSource(url: string, parameters: AppParameters, ownOrigin: string): FrameSource | undefined {
  if (!URL.canParse(url, ownOrigin)) return undefined
  const address = new URL(url, ownOrigin)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return undefined
  if (address.origin === ownOrigin && !OWN_PAGES.some((page) => page === address.pathname)) return undefined
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value))
  return { src: address.href, origin: address.origin }
}
