import type { SignInProvider } from '@fieldwatch/contract/people/auth'
import type { FastifyInstance } from 'fastify'
import type { MqttDialect } from './doors/ingest/mqtt-dialect.ts'
import type { Visitors } from './doors/visitors/visit.ts'
import { ALL_EXTENSIONS } from './extension-settings.ts'
import type { Core, DialectCore, PortListener, ServerExtension } from './extension.ts'
import type { Platform } from './platform/floor.ts'
import type { PageFrames } from './platform/web-app/page-frames.ts'

export interface ExtensionOptions {
  /** Those that are on. */
  readonly extensions: readonly ServerExtension[]
  /** What the environment says; each takes its own. */
  readonly extensionSettings: Readonly<Record<string, unknown>>
}

export interface StartedExtensions {
  readonly routes: (app: FastifyInstance) => void
  readonly unitRoutes: (app: FastifyInstance) => void
  readonly listeners: readonly PortListener[]
  readonly providers: readonly SignInProvider[]
  readonly visitors: readonly Visitors[]
  readonly frames: PageFrames
}

/** What devices speak on the MQTT port besides our own topics. */
export function createDialects(
  { extensions }: Pick<ExtensionOptions, 'extensions'>,
  core: DialectCore,
): readonly MqttDialect[] {
  return extensions.flatMap(({ dialects }) => dialects?.(core) ?? [])
}

/** Extensions note that the portal runs without them. */
export async function leaveExtensionsOut(
  { extensions }: Pick<ExtensionOptions, 'extensions'>,
  parts: Pick<Platform, 'db' | 'clock'>,
): Promise<void> {
  for (const { name, leaveOut } of ALL_EXTENSIONS)
    if (!extensions.some((extension) => extension.name === name)) await leaveOut?.(parts)
}

export function startExtensions(
  { extensions, extensionSettings }: ExtensionOptions,
  core: Core,
  stack: AsyncDisposableStack,
): StartedExtensions {
  const started = extensions.flatMap(({ start }) => start?.(core, stack, extensionSettings) ?? [])
  for (const { foreignTopics, unknownMessages, sharedIncidents, visitorRoutes, unitNotes } of started) {
    core.entrance.foreignTopics.current ??= foreignTopics
    core.unknownMessages.current ??= unknownMessages
    core.sharedIncidents.current ??= sharedIncidents
    core.unitNotes.current ??= unitNotes
    if (visitorRoutes !== undefined) core.visitorRoutes.push(visitorRoutes)
  }
  return {
    routes: (app) => {
      for (const { routes } of started) routes?.(app)
    },
    unitRoutes: (app) => {
      for (const { unitRoutes } of started) unitRoutes?.(app)
    },
    listeners: started.flatMap(({ listeners = [] }) => listeners),
    providers: started.flatMap(({ signIn = [] }) => signIn),
    visitors: started.flatMap(({ visitors = [] }) => visitors),
    frames: async (path) => {
      for (const { frames } of started) {
        const origins = await frames?.(path)
        if (origins !== undefined) return origins
      }
      return undefined
    },
  }
}
